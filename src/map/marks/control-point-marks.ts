import type { ControlPointMark } from '../pane-props.ts'
import type { DrawnMark } from './mark-layer.ts'
import { onceFor } from '../once-for.ts'
import { markSpacing } from './mark-spacing.ts'
import { MARK, MARK_COLOUR } from './mark-shader.ts'

/** Radius of a control point's disc, CSS px. */
export const MARK_RADIUS_PX = 12
const SELECTED_RADIUS_PX = 16
const HOVERED_RADIUS_PX = 14

/** How the marks of a pane stand. */
export interface MarkStates {
  readonly selectedId: string | null
  readonly hoveredId: string | null
  /** The mark that is being dragged: its cross shows the exact px. */
  readonly heldId: string | null
  /** Zoomed in so far that a scan px can be aimed at: all marks show their cross. */
  readonly isCloseUp: boolean
}

/** The marks in drawing order. */
export interface DrawnMarks {
  /** As many as there are: dots where they are dense, beneath the discs; suspected ones on top. */
  readonly quiet: readonly DrawnMark[]
  /** Hovered, selected and held ones: always whole, above all else. */
  readonly lit: readonly DrawnMark[]
}

/**
 * Draws the marks of one plane, and gives the very same arrays while nothing of them changes: most frames move the
 * camera alone, and then nothing is computed or sent to the GPU again.
 *
 * @param unitsPerScanPx - of the plane, where the scan has its common size on it.
 */
export function createMarkDrawing(
  positionOf: (mark: ControlPointMark) => readonly [number, number],
  unitsPerScanPx: (marks: readonly ControlPointMark[]) => number,
): (marks: readonly ControlPointMark[], states: MarkStates) => DrawnMarks {
  let known: { readonly marks: object; readonly key: string; readonly drawn: DrawnMarks } | null = null
  return (marks, states) => {
    const key = [states.selectedId, states.hoveredId, states.heldId, states.isCloseUp].join(' ')
    if (known?.marks !== marks || known.key !== key)
      known = { marks, key, drawn: drawnMarks(marks, positionOf, unitsPerScanPx(marks), states) }
    return known.drawn
  }
}

/** The lit marks and what belongs to no control point, above them. */
export const withLoose = (lit: readonly DrawnMark[], loose: readonly DrawnMark[]): readonly DrawnMark[] =>
  loose.length > 0 ? [...lit, ...loose] : lit

const knownSpacing = onceFor(markSpacing)

/** @param unitsPerScanPx - of the pane's plane, where the scan has its common size on it. */
export function drawnMarks(
  marks: readonly ControlPointMark[],
  positionOf: (mark: ControlPointMark) => readonly [number, number],
  unitsPerScanPx: number,
  states: MarkStates,
): DrawnMarks {
  const points = marks.map(positionOf)
  const spacing = knownSpacing(marks).map((px) => px * unitsPerScanPx)
  const rank = ({ id, suspect }: ControlPointMark) =>
    id === states.heldId ? 4 : id === states.selectedId ? 3 : id === states.hoveredId ? 2 : suspect ? 1 : 0
  const drawn = marks
    .map((mark, at) => ({
      rank: rank(mark),
      mark: drawnMark(mark, points[at] ?? [NaN, NaN], rank(mark) > 1 ? Infinity : (spacing[at] ?? 0), states),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.mark.spacing - b.mark.spacing)
  const firstLit = drawn.findLastIndex((one) => one.rank <= 1) + 1
  const inOrder = drawn.map(({ mark }) => mark)
  return { quiet: inOrder.slice(0, firstLit), lit: inOrder.slice(firstLit) }
}

function drawnMark(
  { id, number, enabled, suspect }: ControlPointMark,
  position: readonly [number, number],
  spacing: number,
  { selectedId, hoveredId, heldId, isCloseUp }: MarkStates,
): DrawnMark {
  const [selected, hovered, held] = [id === selectedId, id === hoveredId, id === heldId]
  return {
    position,
    spacing,
    number,
    radius: selected || held ? SELECTED_RADIUS_PX : hovered ? HOVERED_RADIUS_PX : MARK_RADIUS_PX,
    colour: selected || held || hovered ? MARK_COLOUR.ultramarine : MARK_COLOUR.verdigris,
    flags:
      (enabled ? 0 : MARK.hollow) +
      (suspect ? MARK.suspect : 0) +
      (held || isCloseUp ? MARK.cross : 0) +
      (hovered ? MARK.glow : 0),
  }
}

const LOOSE = {
  temporary: { radius: MARK_RADIUS_PX, colour: MARK_COLOUR.orange, flags: 0 },
  pending: { radius: MARK_RADIUS_PX, colour: MARK_COLOUR.orange, flags: MARK.cross },
  pointer: { radius: 7, colour: MARK_COLOUR.ultramarine, flags: MARK.hollow },
  handle: { radius: 9, colour: MARK_COLOUR.ultramarine, flags: 0 },
  smallHandle: { radius: 6, colour: MARK_COLOUR.ultramarine, flags: MARK.hollow },
  numberedHandle: { radius: 13, colour: MARK_COLOUR.orange, flags: 0 },
  chosenHandle: { radius: 11, colour: MARK_COLOUR.orange, flags: 0 },
  // Neither colour nor disc of a selected point: nothing is placed here.
  pin: { radius: 11, colour: MARK_COLOUR.vermilion, flags: MARK.cross },
} as const

/** A mark that belongs to no control point. `number`: what it carries; 0: none. */
export function looseMark(
  position: readonly [number, number],
  kind: keyof typeof LOOSE,
  number = 0,
): DrawnMark {
  return { position, spacing: Infinity, number, ...LOOSE[kind] }
}

/** Farther than the disc reaches: fingers are broad. CSS px. */
const HIT_RADIUS_PX = { mouse: 14, pen: 16, touch: 24 } as const

/** The mark under a position in the pane: the nearest centre within reach, the selected one first. */
export function markAt(
  marks: readonly ControlPointMark[],
  project: (mark: ControlPointMark) => readonly [number, number],
  at: readonly [number, number],
  pointerType: keyof typeof HIT_RADIUS_PX,
  selectedId: string | null,
): string | null {
  const selected = marks.find(({ id }) => id === selectedId)
  if (selected && nearestWithin([project(selected)], at, pointerType) !== null) return selected.id
  const nearest = nearestWithin(marks.map(project), at, pointerType)
  return nearest === null ? null : (marks[nearest]?.id ?? null)
}

/** The same for the handles of a tool: exact with a mouse, for what is measured lies close together. CSS px. */
export const HANDLE_HIT_RADIUS_PX = { mouse: 10, pen: 10, touch: 24 } as const

/** Index of the point nearest to another within a pointer's reach, or null. CSS px. */
export function nearestWithin(
  points: readonly (readonly [number, number])[],
  at: readonly [number, number],
  pointerType: keyof typeof HIT_RADIUS_PX,
  reachPx: Readonly<Record<keyof typeof HIT_RADIUS_PX, number>> = HIT_RADIUS_PX,
): number | null {
  let best: number | null = null
  let bestPx = reachPx[pointerType]
  for (const [index, [x, y]] of points.entries()) {
    const px = Math.hypot(x - at[0], y - at[1])
    if (px > bestPx) continue
    best = index
    bestPx = px
  }
  return best
}
