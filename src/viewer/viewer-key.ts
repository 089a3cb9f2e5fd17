import type { KeyboardEvent } from 'react'
import { shortcutKey } from '../ui/shortcut-key.ts'

/** What a key means for the map viewer. */
export type ViewerCommand =
  'escape' | 'outlines' | 'box' | 'band' | 'measure' | 'enter' | 'undo' | 'panes' | 'place'

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey?: boolean
}

const LETTERS: Readonly<Record<string, ViewerCommand | undefined>> = {
  v: 'outlines',
  b: 'box',
  t: 'band',
  m: 'measure',
  s: 'panes',
  c: 'place',
  contextmenu: 'place',
  enter: 'enter',
  backspace: 'undo',
}

/**
 * Null: it means nothing here. Letters belong to the map alone: elsewhere they are typed, or mean something to the
 * reader's own tools.
 */
export function viewerCommand(pressed: PressedKey, isMapFocused: boolean): ViewerCommand | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return 'escape'
  if (key === 'F10') return isMapFocused && pressed.shiftKey ? 'place' : null
  return isMapFocused ? (LETTERS[key.toLowerCase()] ?? null) : null
}

const modifiersOf = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => ({
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
})

/** What the keys of the page do that bubble up to its stage. */
export function onStageKey(
  event: KeyboardEvent<HTMLDivElement>,
  does: Readonly<Record<ViewerCommand, () => void>>,
): void {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target) || event.defaultPrevented) return
  const command = viewerCommand(
    { ...modifiersOf(event), key: shortcutKey(event) },
    target.getAttribute('role') === 'application',
  )
  if (!command) return
  if (command !== 'place') return does[command]()
  // The browser's own menu.
  event.preventDefault()
  // Once this press is over: a menu that stands already takes it for its own, and closes.
  setTimeout(does.place)
}
