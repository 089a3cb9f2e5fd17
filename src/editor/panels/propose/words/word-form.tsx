import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWordText } from './corrected-words.ts'
import classes from './scan-words.module.css'

interface WordFormProps {
  readonly text: string
  readonly hint?: string
  readonly isBusy: boolean
  readonly onSave: (text: string) => void
  /** Absent: there is nothing to remove yet. */
  readonly onRemove?: () => void
  readonly onCancel: () => void
}

/** What a word of the scan says, to be corrected. */
export function WordForm({ text, hint, isBusy, onSave, onRemove, onCancel }: WordFormProps) {
  const { t } = useTranslation('propose')
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  // A press has asked for it.
  useEffect(() => field.current?.focus(), [])
  const canSave = isWordText(typed) && typed.trim() !== text
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave && !isBusy) onSave(typed)
      }}
    >
      <TextInput
        label={t('words.text')}
        {...(hint !== undefined && { description: hint })}
        value={typed}
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // It closes the form, not the panel.
          event.stopPropagation()
          onCancel()
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes['buttons']}>
        <Button type="submit" size="compact-sm" loading={isBusy} disabled={!canSave}>
          {t('words.save')}
        </Button>
        {onRemove ? (
          <Button variant="default" size="compact-sm" disabled={isBusy} onClick={onRemove}>
            {t('words.remove')}
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-sm" onClick={onCancel}>
          {t('words.cancel')}
        </Button>
      </div>
    </form>
  )
}
