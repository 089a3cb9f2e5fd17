import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { POST_UPLOAD_DELAY_MS } from '../../../contract/constants.ts'
import { refusalText } from '../../api/api-error.ts'
import type { UploadedMap } from '../../api/upload-task.ts'
import { useHeldWork } from '../../session/held-work.ts'
import { toast } from '../../ui/toast-store.ts'
import { MapFields } from '../form/map-fields.tsx'
import { EMPTY_MAP_FORM, formOfFields, uploadFieldsOf } from '../form/map-form-values.ts'
import { useMapForm } from '../form/use-map-form.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import { fileFault, titleOfFile } from './file-choice.ts'
import { InterruptedNotice } from './interrupted-notice.tsx'
import classes from './upload.module.css'
import { ProcessingProgress, UploadProgress } from './upload-progress.tsx'
import { ScanChoice } from './scan-choice.tsx'
import { useInterruptedUpload } from './use-interrupted-upload.ts'
import { useUpload } from './use-upload.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'

/** Width of the dialog while the map is described, and while it is sent: one bar needs no more. CSS px. */
const FORM_WIDTH = 1200
const PROGRESS_WIDTH = 560

interface UploadDialogProps {
  readonly onClose: () => void
  /** All of it has arrived. */
  readonly onSent: (map: UploadedMap) => void
  /** Two seconds after the upload: leads to the editor. */
  readonly onUploaded: (map: UploadedMap) => void
}

/** "Upload new map": the scan at one side, what is known of it at the other. */
export function UploadDialog({ onClose, onSent, onUploaded }: UploadDialogProps) {
  const { t } = useTranslation('maps')
  const queries = useQueryClient()
  const form = useMapForm(EMPTY_MAP_FORM)
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const pick = useRef<HTMLButtonElement>(null)
  const interrupted = useInterruptedUpload()
  const { state, send, pause, resume, cancel } = useUpload()
  const uploaded = state.phase === 'uploaded' ? state.map : null

  useEffect(() => {
    if (!uploaded) return
    onSent(uploaded)
    const timer = setTimeout(() => onUploaded(uploaded), POST_UPLOAD_DELAY_MS)
    return () => clearTimeout(timer)
    // The parent's callbacks may change with each render; the timer belongs to the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [uploaded])

  const { values, change } = form
  const begun = interrupted.upload
  const choose = (chosen: File | null) => {
    setFile(chosen)
    const fault = chosen ? fileFault(chosen) : undefined
    setFileError(fault && t(`upload.fault.${fault}`))
    if (!chosen || values.title.trim() !== '') return
    change(begun?.isOf(chosen) ? formOfFields(begun.fields) : { title: titleOfFile(chosen.name) })
  }

  const submit = async () => {
    const fault = fileFault(file)
    setFileError(fault && t(`upload.fault.${fault}`))
    setFailure(undefined)
    const isRight = form.judge()
    // The first thing of the form, and so the first to be mended.
    if (fault) pick.current?.focus()
    if (!isRight || fault || !file) return
    try {
      const { isDescribed } = await send(file, uploadFieldsOf(values))
      if (!isDescribed) toast.error(t('upload.notDescribed'))
      await queries.invalidateQueries({ queryKey: queryKeys.maps })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const text = refusalText(error) ?? t('upload.failed')
      form.refuse(error)
      setFailure(text)
      toast.error(text)
    }
  }

  const isIdle = state.phase === 'idle'
  const goesOn = file !== null && begun?.isOf(file) === true
  const isSending = state.phase !== 'idle' && state.phase !== 'uploaded'
  const isFilled = isSending || (isIdle && (file !== null || form.isChanged))
  useHeldWork(isFilled)
  return (
    <Dialog
      opened
      onClose={uploaded ? () => undefined : onClose}
      hasStep={false}
      isFilled={isFilled}
      {...(isSending && {
        discard: {
          title: t('upload.leave.title'),
          text: t('upload.leave.text'),
          keepLabel: t('upload.leave.keep'),
          discardLabel: t('upload.cancel'),
        },
      })}
      withCloseButton={isIdle}
      closeOnClickOutside={false}
      title={t('upload.title')}
      size={isIdle ? FORM_WIDTH : PROGRESS_WIDTH}
    >
      {isIdle ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {begun ? (
            <InterruptedNotice upload={begun} isChosen={goesOn} onForget={interrupted.forget} />
          ) : null}
          <div className={classes.columns}>
            <ScanChoice file={file} error={fileError} pickRef={pick} onChoose={choose} />
            <MapFields form={form} canTogglePublic isDisabled={false} />
          </div>
          <FormFooter
            onCancel={onClose}
            submitLabel={t(goesOn ? 'upload.goOn' : 'upload.submit')}
            error={failure}
          />
        </form>
      ) : null}
      {isSending ? (
        <>
          <UploadProgress
            fileName={file?.name ?? ''}
            fileBytes={file?.size ?? 0}
            pace={state.pace}
            phase={state.phase}
            isResumable={state.isResumable}
          />
          <div className="dialog-footer">
            <Button variant="default" color="vermilion" onClick={cancel}>
              {t('upload.cancel')}
            </Button>
            {state.isResumable ? (
              <Button variant="default" onClick={state.phase === 'paused' ? resume : pause}>
                {state.phase === 'paused' ? t('upload.resume') : t('upload.pause')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
      {uploaded ? <ProcessingProgress mapId={uploaded.id} /> : null}
    </Dialog>
  )
}
