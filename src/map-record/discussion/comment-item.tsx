import { Button, Group } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommentedPoint, MapComment } from '../../../contract/api/discussion.ts'
import { errorText, refusalText } from '../../api/api-error.ts'
import { useDiscussionChanges } from '../../queries/discussion-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isFocusLost } from '../../ui/focus-place.ts'
import { CommentField } from './comment-field.tsx'
import classes from './discussion.module.css'
import { useCommentText, useHasUnsent } from './use-comment-text.ts'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

interface CommentItemProps {
  readonly mapId: string
  readonly comment: MapComment
  /** The viewer owns the map: they may delete any comment. */
  readonly isOwner: boolean
  /** Shows the point that a comment is about; absent where no editor is open. */
  readonly onPoint?: ((point: CommentedPoint) => void) | undefined
  /** Something has happened that is to be said aloud. */
  readonly onSay: (text: string) => void
}

const aboutEdit = ({ id }: MapComment) => `comment ${id}`

/** One comment: who, when, what; its own writer changes it in its place. */
export function CommentItem({ mapId, comment, isOwner, onPoint, onSay }: CommentItemProps) {
  const { t, i18n } = useTranslation(['discussion', 'common'])
  const wasEditing = useHasUnsent(aboutEdit(comment))
  const [editing, setEditing] = useState<'pressed' | 'kept' | null>(wasEditing ? 'kept' : null)
  const [isDeleting, setDeleting] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const { username, text, at, editedAt, isOwn, isOfOwner } = comment
  const time = new Intl.DateTimeFormat(dateLanguage(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const when = time.format(new Date(at))
  return (
    <li className={classes.comment}>
      <p className={classes.head}>
        <strong dir="auto">{username}</strong>
        {isOfOwner ? <span className={classes.owner}>{t('owner')}</span> : null}
        <time dateTime={at}>{when}</time>
        {editedAt === null ? null : <span title={time.format(new Date(editedAt))}>{t('edited')}</span>}
      </p>
      {comment.point ? <PointLine point={comment.point} onPoint={onPoint} /> : null}
      {editing && isOwn ? (
        <EditForm
          mapId={mapId}
          comment={comment}
          takesFocus={editing === 'pressed'}
          onDone={(isChanged) => {
            setEditing(null)
            // Where the form stood, its opener stands again.
            requestAnimationFrame(() => isFocusLost() && editButton.current?.focus())
            if (isChanged) onSay(t('saved'))
          }}
        />
      ) : (
        <>
          <p className={classes.text} dir="auto">
            {text}
          </p>
          {isOwn || isOwner ? (
            <Group gap={4} ml={-8}>
              {isOwn ? (
                <Button
                  ref={editButton}
                  variant="subtle"
                  size="compact-sm"
                  className="touch-target"
                  aria-label={t('editNamed', { when })}
                  onClick={() => setEditing('pressed')}
                >
                  {t('edit')}
                </Button>
              ) : null}
              <Button
                variant="subtle"
                size="compact-sm"
                className="touch-target"
                color="vermilion"
                aria-label={t('deleteNamed', { user: username, when })}
                onClick={() => setDeleting(true)}
              >
                {t('common:action.delete')}
              </Button>
            </Group>
          ) : null}
        </>
      )}
      {isDeleting ? (
        <DeleteQuestion
          mapId={mapId}
          comment={comment}
          onClose={() => setDeleting(false)}
          onDeleted={() => onSay(t('deleted'))}
        />
      ) : null}
    </li>
  )
}

interface PointLineProps {
  readonly point: CommentedPoint
  readonly onPoint: CommentItemProps['onPoint']
}

/** The point that a comment is about, by its number in the overlay of that day. */
function PointLine({ point, onPoint }: PointLineProps) {
  const { t, i18n } = useTranslation('discussion')
  const { number, version, madeAt } = point
  const when = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' }).format(
    new Date(madeAt),
  )
  const words = (
    <>
      <IconMapPin size={16} stroke={1.75} aria-hidden /> {t('onPoint', { number })}
    </>
  )
  return (
    <p className={classes.point}>
      {onPoint ? (
        <button type="button" title={t('showPoint', { number })} onClick={() => onPoint(point)}>
          {words}
        </button>
      ) : (
        <span>{words}</span>
      )}
      <span>{t('onPointOf', { version, when })}</span>
    </p>
  )
}

interface EditFormProps {
  readonly mapId: string
  readonly comment: MapComment
  readonly takesFocus: boolean
  readonly onDone: (isChanged: boolean) => void
}

/** Changes a comment; what is not saved stays on this device. */
function EditForm({ mapId, comment, takesFocus, onDone }: EditFormProps) {
  const { t } = useTranslation(['discussion', 'common'])
  const writing = useCommentText(aboutEdit(comment), { text: comment.text })
  const { edit } = useDiscussionChanges(mapId)
  const [error, setError] = useState<string>()
  const save = async () => {
    if (edit.isPending) return
    const text = writing.text.trim()
    if (text !== comment.text) {
      if (!writing.isReady) return setError(writing.left < 0 ? undefined : t('empty.refused'))
      setError(undefined)
      try {
        await edit.mutateAsync({ id: comment.id, text })
      } catch (failure) {
        return setError(`${refusalText(failure, 'text') ?? t('sendFailed')} ${t('textKept')}`)
      }
    }
    writing.clear(writing.text)
    onDone(text !== comment.text)
  }
  const giveUp = () => {
    writing.clear()
    onDone(false)
  }
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <CommentField
        label={t('change')}
        writing={writing}
        isBusy={edit.isPending}
        error={error}
        takesFocus={takesFocus}
        onChange={() => setError(undefined)}
        onSend={() => void save()}
      />
      <Group gap="xs">
        <Button type="submit" size="sm" loading={edit.isPending}>
          {t('save')}
        </Button>
        <Button variant="default" size="sm" disabled={edit.isPending} onClick={giveUp}>
          {t('common:action.cancel')}
        </Button>
      </Group>
    </form>
  )
}

interface DeleteQuestionProps {
  readonly mapId: string
  readonly comment: MapComment
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a comment is deleted, which nobody can undo. */
function DeleteQuestion({ mapId, comment, onClose, onDeleted }: DeleteQuestionProps) {
  const { t } = useTranslation('discussion')
  const { remove } = useDiscussionChanges(mapId)
  // Not by callbacks of the call: with the comment gone, what asks may be gone before they are due.
  const confirm = async () => {
    try {
      await remove.mutateAsync(comment.id)
    } catch {
      return
    }
    onDeleted()
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('delete.title')}
      text={comment.isOwn ? t('delete.own') : t('delete.others', { user: comment.username })}
      isBusy={remove.isPending}
      error={remove.error ? errorText(remove.error) : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
