import { Button } from '@mantine/core'
import { useState } from 'react'
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
  readonly onUndone: () => void
}

/** How the sending ended, and the way back. */
export function SentEnd({ sending, plan, unread, onUndone }: SentEndProps) {
  const { t } = useTranslation('many')
  const { mutateAsync: remove } = useDeleteMap()
  const [isUndoing, setUndoing] = useState(false)
  const { sendings, isSending, refusal, wasStopped } = sending
  const ids: string[] = []
  let failed = 0
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
          ids.length > 0 ? t('upload.done', { count: ids.length }) : null,
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
