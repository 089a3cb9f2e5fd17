import { useState } from 'react'

const STORAGE_KEY = 'timelineOpen'

/** Whether the band of time is open, as this browser's user left it. */
export function useKeptOpen(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(stored)
  return [
    isOpen,
    (next) => {
      setOpen(next)
      try {
        localStorage.setItem(STORAGE_KEY, String(next))
      } catch {
        // Storage is refused in some private windows; it then lasts as long as the page.
      }
    },
  ]
}

function stored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'true'
  } catch {
    return false
  }
}
