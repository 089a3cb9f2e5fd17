import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shareLink } from '../device/share-link.ts'
import classes from './copy-field.module.css'

interface CopyFieldProps {
  readonly label: string
  readonly text: string
  /** Code and addresses, whose letters are to be told apart. */
  readonly isCode?: boolean
  readonly rows?: number
}

/** A text to take along: it can be selected, and copied by one press. */
export function CopyField({ label, text, isCode = false, rows = 2 }: CopyFieldProps) {
  const { t } = useTranslation('public')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState<'done' | 'failed' | null>(null)
  const copy = () =>
    shareLink(text).then(
      () => setSaid('done'),
      () => {
        setSaid('failed')
        // Selected, to be copied by hand.
        field.current?.focus()
        field.current?.select()
      },
    )
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.row}>
        <textarea
          ref={field}
          id={id}
          readOnly
          rows={rows}
          value={text}
          spellCheck={false}
          data-code={isCode}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" aria-label={`${t('copy.do')}: ${label}`} onClick={() => void copy()}>
          {t('copy.do')}
        </button>
      </div>
      <p role="status" className={classes.said}>
        {said ? t(`copy.${said}`) : ''}
      </p>
    </div>
  )
}
