import type { KeyboardEvent } from 'react'
import { viewerCommand, type ViewerCommand } from './viewer-key.ts'

/** What the keys of the page do that bubble up to its stage. */
export function onStageKey(
  event: KeyboardEvent<HTMLDivElement>,
  does: Readonly<Record<ViewerCommand, () => void>>,
): void {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target) || event.defaultPrevented) return
  const command = viewerCommand(event, target.getAttribute('role') === 'application')
  if (!command) return
  if (command !== 'place') return does[command]()
  // The browser's own menu.
  event.preventDefault()
  // Once this press is over: a menu that stands already takes it for its own, and closes.
  setTimeout(does.place)
}
