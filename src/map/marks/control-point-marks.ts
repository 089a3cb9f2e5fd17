import type { ControlPointMark } from '../pane-props.ts'
import type { DrawnMark } from './mark-layer.ts'
import { roomsOf } from './mark-room.ts'
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
  readonly quiet: DrawnMark[]
  /** Hovered, selected and held ones: always whole, above all else. */
  readonly lit: DrawnMark[]
}

/** @param unitsPerScanPx - of the pane's plane, where the scan has its common size on it. */
export function drawnMarks(
  marks: readonly ControlPointMark[],
  placeOf: (mark: ControlPointMark) => readonly [number, number],
  unitsPerScanPx: number,
  states: MarkStates,
): DrawnMarks {
  const places = marks.map(placeOf)
  const room = roomsOf(marks).map((px) => px * unitsPerScanPx)
  const rank = ({ id, suspect }: ControlPointMark) =>
    id === states.heldId ? 4 : id === states.selectedId ? 3 : id === states.hoveredId ? 2 : suspect ? 1 : 0
  const drawn = marks
    .map((mark, at) => ({
      rank: rank(mark),
      mark: drawnMark(mark, places[at] ?? [NaN, NaN], rank(mark) > 1 ? Infinity : (room[at] ?? 0), states),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.mark.room - b.mark.room)
  const firstLit = drawn.findLastIndex((one) => one.rank <= 1) + 1
  const inOrder = drawn.map(({ mark }) => mark)
  return { quiet: inOrder.slice(0, firstLit), lit: inOrder.slice(firstLit) }
}

function drawnMark(
  { id, number, enabled, suspect }: ControlPointMark,
  place: readonly [number, number],
  room: number,
  { selectedId, hoveredId, heldId, isCloseUp }: MarkStates,
): DrawnMark {
  const [selected, hovered, held] = [id === selectedId, id === hoveredId, id === heldId]
  return {
    place,
    room,
    number,
    radius: selected || held ? SELECTED_RADIUS_PX : hovered ? HOVERED_RADIUS_PX : MARK_RADIUS_PX,
    colour: selected || held || hovered ? MARK_COLOUR.vermilion : MARK_COLOUR.verdigris,
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
  pin: { radius: 10, colour: MARK_COLOUR.vermilion, flags: 0 },
} as const

/** A place that belongs to no control point. */
export function looseMark(place: readonly [number, number], kind: keyof typeof LOOSE): DrawnMark {
  return { place, room: Infinity, number: 0, ...LOOSE[kind] }
}

/** Farther than the disc reaches: fingers are broad. CSS px. */
const HIT_RADIUS_PX = { mouse: 14, pen: 16, touch: 24 } as const

/** The mark under a place of the pane: the nearest centre within reach, the selected one first. */
export function markAt(
  marks: readonly ControlPointMark[],
  project: (mark: ControlPointMark) => readonly [number, number],
  at: readonly [number, number],
  pointerType: keyof typeof HIT_RADIUS_PX,
  selectedId: string | null,
): string | null {
  let best: string | null = null
  let bestDistance: number = HIT_RADIUS_PX[pointerType]
  for (const mark of marks) {
    const [x, y] = project(mark)
    const distance = Math.hypot(x - at[0], y - at[1])
    if (mark.id === selectedId && distance <= HIT_RADIUS_PX[pointerType]) return mark.id
    if (distance > bestDistance) continue
    best = mark.id
    bestDistance = distance
  }
  return best
}
