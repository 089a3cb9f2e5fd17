import type { KeyboardEvent } from 'react'
import { shortcutKey } from '../../ui/shortcut-key.ts'

/** What a key means for the map viewer. */
export type ViewerCommand =
  | 'escape'
  | 'outlines'
  | 'box'
  | 'band'
  | 'measure'
  | 'enter'
  | 'undo'
  | 'panes'
  | 'place'

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

/** What has the focus: the map, a button beside it, or what keys are typed into or mean something else to. */
export type KeyFocus = 'map' | 'button' | 'other'

/** Null: it means nothing here. A button is pressed by its own keys, and its letters are those of the map. */
export function viewerCommand(pressed: PressedKey, focus: KeyFocus): ViewerCommand | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return 'escape'
  if (key === 'F10') return focus === 'map' && pressed.shiftKey ? 'place' : null
  if (focus === 'other' || (focus === 'button' && key.length > 1)) return null
  return LETTERS[key.toLowerCase()] ?? null
}

/** Buttons of lists that letters lead through, and of what opens over the map, have keys of their own. */
function focusOf(target: Element): KeyFocus {
  if (target.getAttribute('role') === 'application') return 'map'
  const isPlain = target.matches('button') && !target.closest('[role=menu], [role=grid], [role=dialog]')
  return isPlain ? 'button' : 'other'
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
  const command = viewerCommand({ ...modifiersOf(event), key: shortcutKey(event) }, focusOf(target))
  if (!command) return
  if (command !== 'place') return does[command]()
  // The browser's own menu.
  event.preventDefault()
  // Once this press is over: a menu that stands already takes it for its own, and closes.
  setTimeout(does.place)
}
