import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'

interface MendCellProps {
  /** Which cell it is. */
  readonly label: string
  /** What is wrong with it. */
  readonly fault: string
  readonly value: string
  readonly onMend: (text: string) => void
}

/** A wrong cell of a table, to be corrected in the preview: what is typed counts with Enter, or when it is left. */
export function MendCell({ label, fault, value, onMend }: MendCellProps) {
  const [text, setText] = useState(value)
  const mend = () => {
    if (text.trim() !== value) onMend(text.trim())
  }
  return (
    <TextInput
      w="100%"
      label={label}
      value={text}
      error={fault}
      leftSection={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
      data-cell
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={mend}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        nextAfter(event.currentTarget)?.focus()
      }}
    />
  )
}

/** The next wrong cell of the list, or the row where this is the last one: once it is right, its field is gone. */
function nextAfter(field: HTMLElement): HTMLElement | null {
  const row = field.closest<HTMLElement>('ol > li')
  const all = [...(row?.parentElement?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  return all[all.indexOf(field) + 1] ?? row
}
