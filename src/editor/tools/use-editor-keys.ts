import { useEffect, useEffectEvent } from 'react'
import { shortcutKey } from '../../ui/shortcut-key.ts'
import { isLayerKey } from '../../ui/use-layer.ts'
import { commandOf } from '../model/editor-key.ts'
import type { KeyCommand, KeyFocus } from '../model/editor-key.ts'

/** Shift must be held alone this long to hide the overlay, so that Shift+arrows and Ctrl+Shift+Z keep working. */
const HOLD_MS = 200

/** Marks a card over the maps that answers Escape while it has the focus. */
export const CLOSES_BY_ESCAPE = 'data-closes-by-escape'

interface EditorKeys {
  readonly hasSelection: boolean
  /** What an element is that has the focus; buttons over a map are controls, for the space bar presses them. */
  readonly focusOf: (element: Element | null) => KeyFocus
  /** Gives true when the key was used, so that the browser does nothing with it. */
  readonly onCommand: (command: KeyCommand) => boolean
  readonly onOverlayHeld: (isHeld: boolean) => void
  /** O is held: the wheel and the arrows change the opacity. */
  readonly isOpacityHeld: () => boolean
  readonly onOpacityKey: (isHeld: boolean) => void
  /** S is held: what is placed snaps to the base map. */
  readonly onSnapKey: (isHeld: boolean) => void
}

/** Listens to the keyboard for the whole editor. */
export function useEditorKeys(keys: EditorKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.defaultPrevented || isTextField(target) || isInDialog(target)) return
    const command = commandOf(
      {
        key: shortcutKey(event),
        ctrl: event.ctrlKey || event.metaKey,
        shift: event.shiftKey,
        alt: event.altKey,
        focus: keys.focusOf(target),
        isOpacityHeld: keys.isOpacityHeld(),
      },
      keys.hasSelection,
    )
    if (command?.command === 'escape' && isAnsweredAbove(event, target)) return
    if (command && keys.onCommand(command)) event.preventDefault()
  })
  const held = useEffectEvent((isHeld: boolean) => keys.onOverlayHeld(isHeld))
  const opacity = useEffectEvent((isHeld: boolean) => keys.onOpacityKey(isHeld))
  const snap = useEffectEvent((isHeld: boolean) => keys.onSnapKey(isHeld))
  const isFree = useEffectEvent((element: Element | null) => {
    return !isTextField(element) && !isInDialog(element) && keys.focusOf(element) !== 'elsewhere'
  })

  useEffect(() => {
    let timer: number | undefined
    const stop = () => {
      window.clearTimeout(timer)
      held(false)
    }
    const down = (event: KeyboardEvent) => {
      if (event.key === 'Shift' && !event.repeat && !event.ctrlKey && isFree(document.activeElement))
        timer = window.setTimeout(() => held(true), HOLD_MS)
      else if (event.key !== 'Shift') stop()
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (isPlain && isFree(document.activeElement)) {
        const key = shortcutKey(event).toLowerCase()
        if (key === 'o') opacity(true)
        if (key === 's') snap(true)
      }
      press(event)
    }
    const up = (event: KeyboardEvent) => {
      if (event.key === 'Shift') stop()
      const key = shortcutKey(event).toLowerCase()
      if (key === 'o') opacity(false)
      if (key === 's') snap(false)
    }
    const leave = () => {
      stop()
      opacity(false)
      snap(false)
    }
    // Before the panes, whose arrows move the map: with a point selected they move the point.
    window.addEventListener('keydown', down, { capture: true })
    window.addEventListener('keyup', up)
    // A key that is let go in another window never tells us.
    window.addEventListener('blur', leave)
    return () => {
      window.removeEventListener('keydown', down, { capture: true })
      window.removeEventListener('keyup', up)
      window.removeEventListener('blur', leave)
      window.clearTimeout(timer)
    }
  }, [])
}

function isTextField(element: Element | null): boolean {
  return (
    element?.closest(
      'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]',
    ) != null
  )
}

/** What lies over the maps is asked first: a layer of the page, or a card that has the focus and closes by Escape. */
function isAnsweredAbove(event: KeyboardEvent, element: Element | null): boolean {
  return isLayerKey(event) || element?.closest(`[${CLOSES_BY_ESCAPE}]`) != null
}

function isInDialog(element: Element | null): boolean {
  return element?.closest('[role=dialog], [role=menu], [role=listbox]') != null
}
