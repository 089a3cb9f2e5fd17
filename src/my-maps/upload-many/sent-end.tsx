import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/api-error.ts'
import { useDeleteMap } from '../../queries/map-queries.ts'
import { toast } from '../../ui/toast-store.ts'
import type { PlannedScan } from './upload-plan.ts'
import classes from './upload-many.module.css'
import type { SendingControls } from './use-sending.ts'

interface SentEndProps {
  readonly sending: SendingControls
  readonly plan: readonly PlannedScan[]
  /** How many of what was sent could not be read after all. */
  readonly unread: number
  /** Takes a table in the place of the one with faults. */
  readonly onTable: (files: File[]) => void
  readonly onUndone: () => void
}

/** How the sending ended, and the way back. */
export function SentEnd({ sending, plan, unread, onTable, onUndone }: SentEndProps) {
  const { t } = useTranslation('many')
  const { mutateAsync: remove } = useDeleteMap()
  const [isUndoing, setUndoing] = useState(false)
  const { sendings, isSending, refusal, wasStopped } = sending
  const ids: string[] = []
  let failed = 0
  const faulty = plan.filter(({ faults }) => faults.length > 0)
  const table = useRef<HTMLInputElement>(null)
  for (const { file } of plan) {
    const state = file ? sendings.get(file) : undefined
    if (state?.phase === 'sent') ids.push(state.mapId)
    if (state?.phase === 'failed') failed += 1
  }
  if (isSending || sendings.size === 0) return null
  const undo = async () => {
    setUndoing(true)
    const outcomes = await Promise.allSettled(ids.map((id) => remove(id)))
    setUndoing(false)
    const kept = outcomes.filter((outcome) => outcome.status === 'rejected')
    const moved = ids.length - kept.length
    if (moved > 0) toast.success(t('upload.undone', { count: moved }))
    if (kept[0])
      toast.error(t('upload.undoFailed', { count: kept.length, reason: errorText(kept[0].reason) }))
    onUndone()
  }
  return (
    <div className={classes.end}>
      <p role="status">
        {[
          [
            ids.length > 0 ? t('upload.done', { count: ids.length }) : null,
            ids.length > 0 && faulty.length > 0 ? t('upload.notSent', { count: faulty.length }) : null,
          ]
            .filter(Boolean)
            .join(', '),
          unread > 0 ? t('upload.unread', { count: unread }) : null,
          failed > 0 ? t('upload.failed', { count: failed }) : null,
          wasStopped ? t('upload.stopped') : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {refusal === undefined ? null : (
        <p role="alert" className={classes.alert}>
          {t('upload.refused', { reason: refusal })}
        </p>
      )}
      {faulty.some(({ row }) => row !== null) ? (
        <>
          <p>{t('upload.mend')}</p>
          <input
            ref={table}
            type="file"
            accept=".csv,.tsv,.txt"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden
            onChange={({ currentTarget }) => {
              onTable([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <Button variant="default" mb={6} onClick={() => table.current?.click()}>
            {t('upload.mendTable')}
          </Button>
        </>
      ) : null}
      {ids.length > 0 ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className="touch-target"
          loading={isUndoing}
          onClick={() => void undo()}
        >
          {t('upload.undo', { count: ids.length })}
        </Button>
      ) : null}
    </div>
  )
}
