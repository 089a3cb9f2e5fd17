/** What a key asks of the editor. */
export type KeyCommand =
  | {
      readonly command:
        | 'undo'
        | 'redo'
        | 'delete'
        | 'toggleOverlay'
        | 'addPoint'
        | 'otherPane'
        | 'transform'
        | 'help'
        | 'search'
        | 'escape'
        /** What is being drawn has all its corners. */
        | 'close'
        | 'crop'
        | 'lay'
        | 'palette'
        /** A place is typed: coordinates or a name. */
        | 'placeEntry'
        /** The chosen proposal becomes a point. */
        | 'acceptProposal'
    }
  | { readonly command: 'view'; readonly view: 1 | 2 | 3 | 4 }
  /** To the next or the previous point. */
  | { readonly command: 'choosePoint'; readonly step: 1 | -1 }
  /** What has the focus turns, or the sheet that is being laid: clockwise, or the other way. */
  | { readonly command: 'turn'; readonly step: 1 | -1; readonly isFar: boolean }
  /** The sheet that is being laid becomes larger or smaller. */
  | { readonly command: 'scale'; readonly step: 1 | -1 }
  /** Screen directions: x right, y down, in px of the scan or of the screen. */
  | { readonly command: 'nudge'; readonly dx: number; readonly dy: number }
  /** The overlay shows more, or less. */
  | { readonly command: 'opacity'; readonly step: 1 | -1 }

/**
 * What has the focus: one of the maps; nothing that has keys of its own; a button or another control; a control in a
 * row of the accuracy table; or what keeps all its keys.
 */
export type KeyFocus = 'map' | 'page' | 'control' | 'row' | 'elsewhere'

/** What of a keyboard event matters here. */
export interface KeyPress {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly focus: KeyFocus
  /** O is held, so that wheel and arrows change the opacity. */
  readonly isOpacityHeld?: boolean
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How far a press moves the selected point: px of the scan, or of the screen. */
const NUDGE_PX = { plain: 1, shift: 10, ctrl: 0.1 } as const

/**
 * The command of a key, or null. Undo, redo, transform, `?` and Escape work everywhere outside text fields. Letters and
 * digits work beside the maps as well; a control that has the focus keeps Space and Enter, and arrows are those of the
 * map that has it.
 */
export function commandOf(
  { key, ctrl, shift, alt, focus, isOpacityHeld = false }: KeyPress,
  hasSelection: boolean,
): KeyCommand | null {
  if (alt) return null
  const arrow = ARROWS[key]
  if (arrow) {
    if (isOpacityHeld && (focus === 'map' || focus === 'page'))
      return { command: 'opacity', step: arrow[0] - arrow[1] > 0 ? 1 : -1 }
    if (focus !== 'map' || !hasSelection) return null
    const reach = NUDGE_PX[ctrl ? 'ctrl' : shift ? 'shift' : 'plain']
    return { command: 'nudge', dx: arrow[0] * reach, dy: arrow[1] * reach }
  }
  if (ctrl) {
    const letter = key.toLowerCase()
    if (letter === 'k' && !shift) return { command: 'palette' }
    if (letter === 'enter' && !shift) return { command: 'transform' }
    if (letter === 'z') return { command: shift ? 'redo' : 'undo' }
    return letter === 'y' && !shift ? { command: 'redo' } : null
  }
  if (key === 'Enter') return focus === 'map' && !shift ? { command: 'close' } : null
  if (key === 'Escape') return { command: 'escape' }
  if (key === '?') return { command: 'help' }
  return isKept(key, focus) ? null : singleKeyCommand(key, hasSelection)
}

/** Whether a key is left to what has the focus. */
function isKept(key: string, focus: KeyFocus): boolean {
  if (focus === 'elsewhere') return true
  if (key === ' ') return focus === 'control' || focus === 'row'
  // It would delete the selected point and not that of the row.
  return (key === 'Delete' || key === 'Backspace') && focus === 'row'
}

/** The single keys. Tab is none of them: it goes on to what comes next. */
function singleKeyCommand(key: string, hasSelection: boolean): KeyCommand | null {
  switch (key) {
    case 'Delete':
    case 'Backspace':
      return hasSelection ? { command: 'delete' } : null
    case 'n':
    case 'N':
      return { command: 'choosePoint', step: 1 }
    case 'p':
    case 'P':
      return { command: 'choosePoint', step: -1 }
    case 'x':
    case 'X':
      return { command: 'otherPane' }
    case ' ':
      return { command: 'toggleOverlay' }
    case 'a':
    case 'A':
      return { command: 'addPoint' }
    case 'c':
    case 'C':
      return { command: 'crop' }
    case 'l':
    case 'L':
      return { command: 'lay' }
    case 'g':
    case 'G':
      return { command: 'placeEntry' }
    case 'y':
    case 'Y':
      return { command: 'acceptProposal' }
    case '+':
    case '=':
      return { command: 'scale', step: 1 }
    case '-':
      return { command: 'scale', step: -1 }
    case '/':
      return { command: 'search' }
    case '1':
    case '2':
    case '3':
    case '4':
      return { command: 'view', view: VIEWS[key] }
    default:
      return turnOf(key)
  }
}

/** Two keys each way: brackets are far to seek on some keyboards, comma and full stop stand on every one. */
const TURNS: Record<string, readonly [step: 1 | -1, isFar: boolean]> = {
  '[': [-1, false],
  ',': [-1, false],
  ']': [1, false],
  '.': [1, false],
  '{': [-1, true],
  '<': [-1, true],
  ';': [-1, true],
  '}': [1, true],
  '>': [1, true],
  ':': [1, true],
}

function turnOf(key: string): KeyCommand | null {
  const turn = TURNS[key]
  return turn ? { command: 'turn', step: turn[0], isFar: turn[1] } : null
}

const VIEWS = { '1': 1, '2': 2, '3': 3, '4': 4 } as const

/** The next or the previous point by number, from the last on to the first; null where there are none. */
export function steppedId(ids: readonly string[], selected: string | null, step: 1 | -1): string | null {
  const at = selected === null ? -1 : ids.indexOf(selected)
  if (at < 0) return (step === 1 ? ids[0] : ids.at(-1)) ?? null
  return ids[(at + step + ids.length) % ids.length] ?? null
}
