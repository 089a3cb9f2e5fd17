import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './search-field.module.css'

interface SearchFieldProps {
  readonly label: string
  /** Name of the button that empties it. */
  readonly clearLabel: string
  readonly words: string
  readonly onChange: (words: string) => void
  readonly className?: string | undefined
}

/** A field whose words narrow the list below it as they are typed. */
export function SearchField({ label, clearLabel, words, onChange, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      ref={input}
      type="search"
      className={`${classes.field} ${className ?? ''}`}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={300}
      // Escape empties it before it closes a dialog around it.
      data-mantine-stop-propagation={words !== ''}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={
        words === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={clearLabel}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        )
      }
      value={words}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || words === '') return
        event.preventDefault()
        onChange('')
      }}
    />
  )
}
