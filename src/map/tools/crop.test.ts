import { describe, expect, it } from 'vitest'
import type { ImagePoint } from '../../../contract/control-points.ts'
import { box } from './box.ts'
import { crop, cropHandles } from './crop.ts'
import { withDrag } from './drag.ts'
import { points } from './points.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolEffectOf, ToolEventOf, ToolOf } from './tool.ts'

const tools = withDrag(composeTools(points, crop, box))
type Tool = ToolOf<typeof tools>
type ToolEvent = ToolEventOf<typeof tools>
type ToolEffect = ToolEffectOf<typeof tools>

/** Lets one event after another happen; gives the tool and all that is to be done. */
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

const begin: ToolEvent = { type: 'cropToggled' }
const set = (...image: ImagePoint): ToolEvent => ({ type: 'cornerSet', image, isSquare: false })
const escape: ToolEvent = { type: 'escape' }
const THREE = [set(0, 0), set(10, 0), set(10, 10)]
const RING: readonly ImagePoint[] = [
  [0, 0],
  [10, 0],
  [10, 10],
]
const press = (corner: number): ToolEvent => ({
  type: 'cropHandlePressed',
  handle: { kind: 'open', corner },
  image: [0, 0],
})
const drag = (
  phase: 'start' | 'move' | 'end' | 'cancel',
  image: ImagePoint,
  isSquare = false,
): ToolEvent => ({
  type: 'cropHandleDragged',
  phase,
  handle: phase === 'start' ? { kind: 'edge', ring: 0, corner: 2 } : null,
  image,
  isSquare,
})

describe('an outline', () => {
  it.each([
    ['its first corner', press(0)],
    ['its last one, on which a double click falls', press(2)],
    ['the key', { type: 'ringClosed' } as const],
    ['the end of cropping', begin],
  ])('is closed by %s', (_, event) => {
    expect(after([begin, ...THREE, event]).effects).toEqual([{ kind: 'addRing', ring: RING }])
  })

  it('is not closed before it has three corners', () => {
    const { tool, effects } = after([begin, ...THREE.slice(0, 2), press(0), { type: 'ringClosed' }])
    expect(effects).toEqual([])
    expect(tool).toMatchObject({ kind: 'crop', open: RING.slice(0, 2) })
  })

  it('that encloses nothing is no part of a crop, and that is said', () => {
    const line = [set(0, 0), set(5, 5), set(9, 9)]
    expect(after([begin, ...line, { type: 'ringClosed' }]).effects).toEqual([{ kind: 'tellEmptyRing' }])
  })

  it('goes back corner by corner with Escape, and then the tool', () => {
    const two = after([begin, ...THREE, escape])
    expect(two.tool).toMatchObject({ open: RING.slice(0, 2) })
    expect(after([escape, escape], two.tool).tool).toMatchObject({ kind: 'crop', open: [] })
    expect(after([escape, escape, escape], two.tool)).toEqual({ tool: CHOOSING, effects: [] })
  })

  it('is not lost to presses of points, of the map, of the table, or to a point that is dragged', () => {
    const { tool, effects } = after([
      begin,
      ...THREE,
      { type: 'pointPressed', id: 'a', side: 'map' },
      { type: 'mapPressed', map: [1, 1] },
      { type: 'scanPressed', image: [1, 1], isOnScan: true },
      { type: 'rowChosen', id: 'a' },
      { type: 'boxAsked' },
    ])
    expect(tool).toMatchObject({ kind: 'crop', open: RING })
    expect(effects).toEqual([])
    const dragged = after(
      [
        { type: 'dragged', id: 'a', side: 'map', phase: 'start', place: [0, 0], isPredicted: false },
        { type: 'dragged', id: 'a', side: 'map', phase: 'end', place: [5, 5], isPredicted: false },
      ],
      tool,
    )
    expect(dragged.tool).toBe(tool)
  })

  it('has its corners at right angles with the key held, or where that was chosen', () => {
    const square: ToolEvent = { type: 'cornerSet', image: [97, 40], isSquare: true }
    const open = [set(0, 0), set(100, 0)]
    expect(after([begin, ...open, square]).tool).toMatchObject({
      open: [
        [0, 0],
        [100, 0],
        [100, 40],
      ],
    })
    const chosen = after([begin, { type: 'rightAnglesToggled' }, ...open, set(97, 40)])
    expect(chosen.tool).toMatchObject({
      open: [
        [0, 0],
        [100, 0],
        [100, 40],
      ],
    })
  })
})

describe('a corner of the mask', () => {
  it('arises from the middle of an edge, is shown while it is dragged, and is one step in the end', () => {
    const held = { kind: 'edge', ring: 0, corner: 2 } as const
    const { tool, effects } = after([begin, drag('start', [5, 5]), drag('move', [6, 6]), drag('end', [7, 7])])
    expect(effects).toEqual([
      ...(
        [
          [5, 5],
          [6, 6],
          [7, 7],
        ] as const
      ).map((image) => ({
        kind: 'stageMask',
        handle: held,
        image,
        isSquare: false,
      })),
      { kind: 'commitMask', isNew: true },
    ])
    expect(tool).toMatchObject({ chosen: { ring: 0, corner: 2 }, held: null })
  })

  it('goes back where it was by Escape in the midst, and the pane lets go of it', () => {
    const { tool, effects } = after([begin, drag('start', [5, 5]), escape])
    expect(effects.slice(1)).toEqual([{ kind: 'cancelDrag', side: 'scan' }, { kind: 'revertMove' }])
    // What the pane still tells of it means nothing.
    expect(after([drag('move', [9, 9]), drag('end', [9, 9])], tool).effects).toEqual([])
  })

  it('is deleted where it was chosen', () => {
    const chosen = { ring: 1, corner: 0 }
    const { tool, effects } = after([
      begin,
      { type: 'cornerChosen', corner: chosen },
      { type: 'cornerRemoved' },
    ])
    expect(effects).toEqual([{ kind: 'removeCorner', at: chosen }])
    expect(tool).toMatchObject({ chosen: null })
  })
})

describe('the handles', () => {
  it('are the corners, those of what is drawn, and the middles of the edges', () => {
    const { handles, places, cornerCount } = cropHandles([RING], [[50, 50]])
    expect(cornerCount).toBe(4)
    expect(places).toEqual([...RING, [50, 50], [5, 0], [10, 5], [5, 5]])
    expect(handles[3]).toEqual({ kind: 'open', corner: 0 })
    expect(handles[6]).toEqual({ kind: 'edge', ring: 0, corner: 3 })
  })
})
