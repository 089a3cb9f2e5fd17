import { describe, expect, it } from 'vitest'
import type { MapPoint, SheetPlacement } from '../../../contract/control-points.ts'
import { crop } from './crop.ts'
import { withDrag } from './drag.ts'
import { lay } from './lay.ts'
import { points } from './points.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolEffectOf, ToolEventOf, ToolOf } from './tool.ts'

const tools = withDrag(composeTools(points, crop, lay))
type Tool = ToolOf<typeof tools>
type ToolEvent = ToolEventOf<typeof tools>
type ToolEffect = ToolEffectOf<typeof tools>

const placement: SheetPlacement = { centre: [0, 0], metresPerPx: 1, turnDegrees: 0 }
const scan = { width: 100, height: 80 }

/** What a row of events makes of a tool, with all its effects. */
function after(events: readonly ToolEvent[], from: Tool = CHOOSING) {
  let tool = from
  const effects: ToolEffect[] = []
  for (const event of events) {
    const step = tools.next(tool, event)
    tool = step.tool
    effects.push(...step.effects)
  }
  return { tool, effects }
}

const LAY: ToolEvent = { type: 'layAsked', placement, scan, isTouched: false }
const PULL: ToolEvent = { type: 'pullAsked' }
const shift = (east: number) => ({
  about: [0, 0] as MapPoint,
  to: [east, 0] as MapPoint,
  scale: 1,
  turnDegrees: 0,
})
const moved = (phase: 'start' | 'move' | 'end' | 'cancel', east: number): ToolEvent => ({
  type: 'sheetMoved',
  phase,
  move: shift(east),
})
const at: MapPoint = [5, 5]
const pulled = (
  phase: 'start' | 'move' | 'end' | 'cancel',
  map: MapPoint,
  { by = 'hand', near = null }: { by?: 'hand' | 'cross'; near?: { id: string; map: MapPoint } | null } = {},
): ToolEvent => ({ type: 'pulled', by, phase, map, near })
const grabbed: ToolEvent = { type: 'grabbed', from: at, image: [50, 40], id: 'new' }
const kinds = (effects: readonly ToolEffect[]) => effects.map(({ kind }) => kind)

describe('laying a sheet', () => {
  it('moves it from how it lay when the move began, step by step of keys, and fixes it', () => {
    const { tool, effects } = after([LAY, moved('start', 0), moved('move', 7), moved('end', 9)])
    expect(tool).toMatchObject({ kind: 'lay', placement: { centre: [9, 0] }, before: null, isTouched: true })
    expect(effects).toEqual([])
    const fixed = after([{ type: 'sheetStepped', move: shift(1) }, { type: 'sheetFixed' }], tool)
    expect(fixed.tool).toMatchObject({ kind: 'pull', held: null })
    expect(fixed.effects).toEqual([{ kind: 'fixSheet', placement: { ...placement, centre: [10, 0] } }])
  })

  it('is left by Escape one thing a press: the move, then laying', () => {
    const { tool } = after([LAY, moved('start', 0), moved('move', 7)])
    const first = after([{ type: 'escape' }], tool)
    expect(first.tool).toMatchObject({ kind: 'lay', placement, before: null })
    expect(kinds(first.effects)).toEqual(['cancelDrag'])
    // The pane goes on for a while.
    expect(after([moved('move', 8), moved('cancel', 0)], first.tool).tool).toMatchObject({ placement })
    expect(after([{ type: 'escape' }], first.tool).tool).toBe(CHOOSING)
  })

  it('ignores point and map presses while a sheet is being laid', () => {
    const { tool } = after([LAY])
    for (const event of [
      { type: 'mapPressed', map: at },
      { type: 'scanPressed', image: [1, 1], isOnScan: true },
      { type: 'pointPressed', id: 'a', side: 'map' },
      { type: 'pairAsked', image: [1, 1], map: at },
      { type: 'cropToggled' },
    ] satisfies ToolEvent[])
      expect(after([event], tool)).toEqual({ tool, effects: [] })
  })

  it('shows a handle at each corner and one above that turns it', () => {
    const { handles = [], line = [] } = tools.draw(after([LAY]).tool).base
    expect(handles).toHaveLength(5)
    expect(handles[0]).toEqual([-50, 40])
    expect(handles[4]?.[1]).toBeGreaterThan(40)
    expect(line.length).toBeGreaterThan(5)
  })
})

describe('pulling a place', () => {
  it('makes a pair of what the overlay shows there, shown on the way and one step at the end', () => {
    const { tool, effects } = after([
      PULL,
      pulled('start', at),
      pulled('move', [6, 6]),
      grabbed,
      pulled('move', [8, 8]),
      pulled('end', [9, 9]),
    ])
    expect(tool).toMatchObject({ kind: 'pull', held: null })
    expect(effects).toEqual([
      { kind: 'askGrab', map: at },
      { kind: 'stagePair', id: 'new', image: [50, 40], map: [6, 6] },
      { kind: 'stagePair', id: 'new', image: [50, 40], map: [8, 8] },
      { kind: 'stagePair', id: 'new', image: [50, 40], map: [9, 9] },
      { kind: 'commitPair' },
    ])
  })

  it('that is let go before the answer came is a pair as soon as it comes; where nothing is, that is said', () => {
    const begun = [PULL, pulled('start', at), pulled('end', [9, 9])]
    expect(after([...begun, grabbed]).effects.slice(1)).toEqual([
      { kind: 'addPair', image: [50, 40], map: [9, 9] },
    ])
    const nothing: ToolEvent = { type: 'grabbed', from: at, image: null, id: 'new' }
    expect(kinds(after([...begun, nothing]).effects)).toEqual(['askGrab', 'tellNothingThere'])
    // An answer to another pull.
    expect(after([...begun, { ...grabbed, from: [5, 5] } as ToolEvent]).effects).toHaveLength(1)
  })

  it('near a point takes the point along by as much as the hand goes', () => {
    const near = { id: 'a', map: [4, 4] as MapPoint }
    const { effects } = after([PULL, pulled('start', at, { near }), pulled('end', [7, 8])])
    expect(effects).toEqual([
      { kind: 'stageMove', id: 'a', side: 'map', place: [4, 4] },
      { kind: 'stageMove', id: 'a', side: 'map', place: [6, 7] },
      { kind: 'commitMove', id: 'a', side: 'map', isPredicted: false },
    ])
  })

  it('by a press says that it fits; beside a chosen point the press lets that go', () => {
    const chosen = after([PULL, { type: 'pointPressed', id: 'a', side: 'map' }])
    expect(chosen.tool).toMatchObject({ kind: 'pull', selectedId: 'a' })
    const free = after([{ type: 'mapPressed', map: at }], chosen.tool)
    expect(free).toMatchObject({ tool: { selectedId: null }, effects: [] })
    const pressed = after([{ type: 'mapPressed', map: at }, grabbed], free.tool)
    expect(kinds(pressed.effects)).toEqual(['askGrab', 'addPair'])
  })

  it('under the cross waits for the cross, and Escape gives it back one thing a press', () => {
    const by = 'cross' as const
    const { tool } = after([PULL, pulled('start', at, { by }), grabbed, pulled('move', [8, 8], { by })])
    expect(tools.draw(tool).base.temporary).toEqual({ from: at, cursor: [8, 8] })
    // A hand is none of it.
    expect(after([pulled('move', [1, 1])], tool).effects).toEqual([])
    const given = after([{ type: 'escape' }], tool)
    expect(kinds(given.effects)).toEqual(['revertMove'])
    expect(after([{ type: 'escape' }], given.tool).tool).toBe(CHOOSING)
    expect(kinds(after([{ type: 'cropToggled' }], tool).effects)).toEqual(['revertMove'])
  })
})
