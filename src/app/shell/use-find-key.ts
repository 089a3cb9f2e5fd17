import { useEffect } from 'react'
import { shortcutKey } from '../../ui/shortcut-key.ts'

/** Whether someone is typing there, or the place has keys of its own. */
const hasOwnKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null

/** The key `/` puts the cursor into the search box of the page, wherever that stands. */
export function useFindKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target, defaultPrevented } = event
      if (
        shortcutKey(event) !== '/' ||
        ctrlKey ||
        metaKey ||
        altKey ||
        defaultPrevented ||
        hasOwnKeys(target)
      )
        return
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
