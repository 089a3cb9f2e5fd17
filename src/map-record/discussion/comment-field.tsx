import { Textarea } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './discussion.module.css'
import type { useCommentText } from './use-comment-text.ts'

/** From so many characters left on it is said how many. */
const LEFT_SHOWN = 200

interface CommentFieldProps {
  readonly label: string
  readonly writing: ReturnType<typeof useCommentText>
  readonly isBusy: boolean
  /** Why it could not be sent. */
  readonly error: string | undefined
  readonly hint?: string
  /** It came at a press: the focus goes into it, to the end of what stands there. */
  readonly takesFocus?: boolean
  readonly onChange: () => void
  /** Ctrl+Enter, or Cmd+Enter on a Mac. */
  readonly onSend: () => void
}

/** The field of a comment. Too long a text may stand in it: nothing that is pasted is cut off. */
export function CommentField(props: CommentFieldProps) {
  const { label, writing, isBusy, error, hint, takesFocus = false, onChange, onSend } = props
  const { t } = useTranslation('discussion')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!takesFocus || !field.current) return
    field.current.focus()
    field.current.selectionStart = field.current.value.length
  }, [takesFocus])
  const { left } = writing
  const tooMany = left < 0 ? t('tooMany', { count: -left }) : undefined
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSend()
  }
  return (
    <>
      <Textarea
        label={label}
        description={hint}
        value={writing.text}
        error={tooMany ?? error}
        readOnly={isBusy}
        ref={field}
        autosize
        minRows={2}
        maxRows={10}
        onKeyDown={send}
        onChange={({ currentTarget }) => {
          onChange()
          writing.change(currentTarget.value)
        }}
      />
      {left >= 0 && left <= LEFT_SHOWN ? <p className={classes.left}>{t('left', { count: left })}</p> : null}
    </>
  )
}
