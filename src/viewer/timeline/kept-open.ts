import { useState } from 'react'
import { storedValue } from '../../ui/stored-value.ts'

const stored = storedValue('timelineOpen', (value) => value === true)

/** Whether the band of time is open, as this browser's user left it. */
export function useKeptOpen(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => stored.read() ?? false)
  return [
    isOpen,
    (next) => {
      setOpen(next)
      stored.write(next)
    },
  ]
}
