/** What a key asks of the editor. */
export type KeyCommand =
  | {
      readonly command:
        'undo' | 'redo' | 'delete' | 'toggleOverlay' | 'addPoint' | 'help' | 'search' | 'escape'
    }
  | { readonly command: 'view'; readonly view: 1 | 2 | 3 | 4 }
  | { readonly command: 'cycle'; readonly step: 1 | -1 }
  /** Screen directions: x right, y down, in px of the scan or of the screen. */
  | { readonly command: 'nudge'; readonly dx: number; readonly dy: number }

/** What of a keyboard event matters here; `isMapFocused` says whether one of the panes has the focus. */
export interface KeyPress {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly isMapFocused: boolean
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The command of a key, or null. Undo and redo work everywhere outside text fields; all single keys only while a map
 * has the focus, so that typing and a screen reader's keys are left alone. `?` and Escape work everywhere.
 */
export function commandOf(
  { key, ctrl, shift, alt, isMapFocused }: KeyPress,
  hasSelection: boolean,
): KeyCommand | null {
  if (alt) return null
  if (ctrl) {
    const letter = key.toLowerCase()
    if (letter === 'z') return { command: shift ? 'redo' : 'undo' }
    return letter === 'y' && !shift ? { command: 'redo' } : null
  }
  if (key === 'Escape') return { command: 'escape' }
  if (key === '?') return { command: 'help' }
  if (!isMapFocused) return null
  const arrow = ARROWS[key]
  if (arrow) {
    const reach = shift ? 10 : 1
    return hasSelection ? { command: 'nudge', dx: arrow[0] * reach, dy: arrow[1] * reach } : null
  }
  switch (key) {
    case 'Delete':
    case 'Backspace':
      return hasSelection ? { command: 'delete' } : null
    case 'Tab':
      return { command: 'cycle', step: shift ? -1 : 1 }
    case ' ':
      return { command: 'toggleOverlay' }
    case 'a':
    case 'A':
      return { command: 'addPoint' }
    case '/':
      return { command: 'search' }
    case '1':
    case '2':
    case '3':
    case '4':
      return { command: 'view', view: VIEWS[key] }
    default:
      return null
  }
}

const VIEWS = { '1': 1, '2': 2, '3': 3, '4': 4 } as const

/**
 * The point that Tab goes to: the next or previous by number. Null at either end, where Tab must leave the map, or a
 * keyboard user would be caught in it.
 */
export function cycledId(ids: readonly string[], selected: string | null, step: 1 | -1): string | null {
  if (selected === null) return (step === 1 ? ids[0] : ids.at(-1)) ?? null
  const at = ids.indexOf(selected)
  return ids[at + step] !== undefined && at + step >= 0 ? (ids[at + step] ?? null) : null
}
