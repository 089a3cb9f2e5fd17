import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { IconPhotoUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCAN_EXTENSIONS } from '../../contract/constants.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { refusalText } from '../api/api-error.ts'
import { sendReplacement } from '../api/upload-map.ts'
import { refreshMap } from '../queries/map-queries.ts'
import { useUnsavedWork } from '../session/unsaved-work.ts'
import { useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DropArea } from '../ui/drop-area.tsx'
import { toast } from '../ui/toast-store.ts'
import { namedByContent, scanFault } from './upload/file-choice.ts'

const ACCEPT = SCAN_EXTENSIONS.map((extension) => `.${extension}`).join(',')

interface ReplaceScanDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
}

/** Another file for a map whose scan could not be read; what is said of the map stays. */
export function ReplaceScanDialog({ map, onClose }: ReplaceScanDialogProps) {
  const { t } = useTranslation(['scan', 'upload', 'common'])
  const queries = useQueryClient()
  const { user } = useSession()
  /** 0 to 100; null: nothing is sent. */
  const [percent, setPercent] = useState<number | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [fault, setFault] = useState<string>()
  const cancel = useRef<() => void>(() => undefined)
  useEffect(() => () => cancel.current(), [])
  const isSending = percent !== null
  useUnsavedWork(isSending)
  const { title } = map.titles

  const send = async (chosen: File) => {
    if (isSending) return
    const found = await scanFault(chosen)
    if (found) return setFault(t(`upload:fault.${found}`))
    setFault(undefined)
    setPercent(0)
    const file = await namedByContent(chosen)
    const sent = sendReplacement(user?.id ?? '', map.id, file, {
      onProgress: (bytes) => {
        setWaiting(false)
        setPercent(Math.min(100, Math.floor((bytes / file.size) * 100)))
      },
      onWaiting: () => setWaiting(true),
    })
    cancel.current = sent.cancel
    try {
      await sent.result
    } catch (error) {
      setPercent(null)
      if (error instanceof DOMException && error.name === 'AbortError') return
      setFault(refusalText(error) ?? t('failed'))
      return
    }
    toast.success(t('done', { title }))
    void refreshMap(queries, map.id)
    onClose()
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      isFilled={isSending}
      discard={{
        title: t('upload:leave.title'),
        text: t('upload:leave.text'),
        keepLabel: t('upload:leave.keep'),
        discardLabel: t('upload:cancel'),
      }}
      closeOnClickOutside={false}
      title={t('title', { title })}
      size={560}
    >
      <p>{t('text')}</p>
      {isSending ? (
        <>
          <Progress value={percent} size="lg" aria-label={t('sending')} />
          <p role="status">{isWaiting ? `${t('upload:waiting')}. ${t('upload:waitingHint')}` : null}</p>
        </>
      ) : (
        <DropArea
          label={t('file')}
          accept={ACCEPT}
          pickLabel={t('pick')}
          formats={t('formats')}
          error={fault}
          onChoose={([file]) => void send(file)}
        >
          <IconPhotoUp size={40} stroke={1.25} aria-hidden />
          <p>{t('drop')}</p>
        </DropArea>
      )}
      <div className="dialog-footer">
        <Button variant="default" onClick={isSending ? () => cancel.current() : onClose}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
