import { useEffect } from 'react'
import { shortcutKey } from '../../ui/shortcut-key.ts'

/** Whether someone is typing there, or the place has keys of its own. */
const hasOwnKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null

/** Ctrl+K too: the key of many sites, and one that no letter shortcuts turn off. */
function isFindKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return shortcutKey(event) === '/'
}

/** The keys `/` and Ctrl+K put the cursor into the search box of the page, wherever that stands. */
export function useFindKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFindKey(event) || event.defaultPrevented || hasOwnKeys(event.target)) return
      if (document.querySelector('[role=dialog]')) return
      const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-find-input]')]
      // The box of the page itself stands after that of the frame.
      const box = boxes.findLast((one) => one.checkVisibility())
      if (!box) return
      event.preventDefault()
      box.focus()
      box.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
