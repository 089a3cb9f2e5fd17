import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PointName } from '../../../contract/api/discussion.ts'
import { refusalText } from '../../api/api-error.ts'
import { useDiscussionChanges } from '../../queries/discussion-queries.ts'
import { useUnsavedWork } from '../../session/unsaved-work.ts'
import { CommentField } from './comment-field.tsx'
import classes from './discussion.module.css'
import { useCommentText } from './use-comment-text.ts'

interface CommentFormProps {
  readonly mapId: string
  readonly isPublic: boolean
  /** The point that it is to be about. */
  readonly commentOn: PointName | undefined
  readonly onSent: () => void
}

/** Where a comment is written and sent. What could not be sent stays in the field, and on this device. */
export function CommentForm({ mapId, isPublic, commentOn, onSent }: CommentFormProps) {
  const { t } = useTranslation('discussion')
  const writing = useCommentText(`map ${mapId}`, { point: commentOn })
  const { point } = writing
  const { add } = useDiscussionChanges(mapId)
  const [error, setError] = useState<string>()
  useUnsavedWork(writing.text !== '')
  // Not by callbacks of the call: it may be answered when the dialog has been closed.
  const send = async () => {
    if (add.isPending) return
    if (!writing.isReady) return setError(writing.left < 0 ? undefined : t('empty.refused'))
    setError(undefined)
    try {
      const sendKey = writing.markForSending()
      await add.mutateAsync({ text: writing.text.trim(), sendKey, ...(point && { point }) })
    } catch (failure) {
      return setError(`${refusalText(failure, 'text') ?? t('sendFailed')} ${t('textKept')}`)
    }
    writing.clear(writing.text)
    onSent()
  }
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {point ? (
        <p className={classes.about}>
          <span>{t('aboutPoint', { number: point.number, version: point.version })}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            className="touch-target"
            disabled={add.isPending}
            onClick={writing.leavePoint}
          >
            {t('aboutMap')}
          </Button>
        </p>
      ) : null}
      <CommentField
        label={t('yours')}
        hint={t(isPublic ? 'readByAll' : 'readByOwner')}
        writing={writing}
        isBusy={add.isPending}
        takesFocus={commentOn !== undefined}
        error={error}
        onChange={() => setError(undefined)}
        onSend={() => void send()}
      />
      <Button
        type="submit"
        loading={add.isPending}
        leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
      >
        {t('send')}
      </Button>
    </form>
  )
}
