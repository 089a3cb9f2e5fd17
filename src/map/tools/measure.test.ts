import { describe, expect, it } from 'vitest'
import { measure } from './measure.ts'
import type { Measuring } from './measure.ts'
import { points } from './points.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolEventOf, ToolOf } from './tool.ts'

const tools = composeTools(points, measure)
type Tool = ToolOf<typeof tools>
type ToolEvent = ToolEventOf<typeof tools>

const STATES = {
  distance: { kind: 'measure', of: 'distance', points: [[1, 1]], isPicking: true },
  measured: {
    kind: 'measure',
    of: 'distance',
    points: [
      [1, 1],
      [2, 2],
    ],
    isPicking: false,
  },
  path: { kind: 'measure', of: 'path', points: [[1, 1]], isPicking: true },
} satisfies Record<string, Measuring>

const said = (tool: Tool): string =>
  tool.kind === 'measure'
    ? `${tool.of} ${tool.points.map(([x]) => x).join('-')}${tool.isPicking ? ' picking' : ''}`
    : `${tool.kind} ${tool.selectedId ?? '-'}`

const toggled = (of: Measuring['of']): ToolEvent => ({ type: 'measureToggled', of })
const moved = (index: number): ToolEvent => ({ type: 'handleDragged', index, place: [5, 5] })
const press = (tool: Tool, x: number) => tools.next(tool, { type: 'mapPressed', map: [x, 0] }).tool

/** What an event makes of each state: a distance and a path that are being set, and one that is measured. */
const TABLE: readonly [name: string, event: ToolEvent, distance: string, measured: string, path: string][] = [
  ['a press on the map', { type: 'mapPressed', map: [6, 6] }, 'distance 1-6', '=', 'path 1-6 picking'],
  ['the button of distances', toggled('distance'), 'choose -', 'choose -', 'distance 1 picking'],
  ['the button of paths', toggled('path'), 'path 1 picking', 'path 1-2 picking', 'choose -'],
  ['the end of the path', { type: 'pathEnded' }, '=', '=', 'choose -'],
  ['going on with the path', { type: 'pathContinued' }, '=', '=', '='],
  ['a drag of an end', moved(0), 'distance 5 picking', 'distance 5-2', 'path 5 picking'],
  ['a drag of an end that is not there', moved(2), '=', '=', '='],
  ['a late answer of the warp', { type: 'predicted', map: [6, 6], image: [9, 9] }, '=', '=', '='],
  ['a press beside the scan', { type: 'scanPressed', image: [4, 4], isOnScan: false }, '=', '=', '='],
  ['escape', { type: 'escape' }, 'distance  picking', 'choose -', 'path  picking'],
]

describe('measuring', () => {
  for (const [name, event, ...answers] of TABLE)
    for (const [at, [stateName, tool]] of Object.entries(STATES).entries())
      it(`in the state "${stateName}" answers ${name}`, () => {
        const after = tools.next(tool, event).tool
        expect(after === tool ? '=' : said(after)).toBe(answers[at])
      })

  it('takes two points of a path over as a distance, and no more', () => {
    const two = press(STATES.path, 2)
    expect(said(tools.next(two, toggled('distance')).tool)).toBe('distance 1-2')
    expect(said(tools.next(press(two, 3), toggled('distance')).tool)).toBe('distance  picking')
  })

  it.each(['menu', 'loupe', 'place'] as const)('begins over a %s', (kind) => {
    const before: Record<typeof kind, Tool> = {
      menu: { kind: 'menu', selectedId: 'a', side: 'scan' },
      loupe: { kind: 'loupe', selectedId: 'a', side: 'scan', moved: null },
      place: { kind: 'place', selectedId: 'a', half: { kind: 'mapSet', map: [2, 2] } },
    }
    expect(said(tools.next(before[kind], toggled('path')).tool)).toBe('path  picking')
  })

  it('takes two points of a distance, and any number of a path until that is ended', () => {
    let distance: Tool = tools.next(CHOOSING, { type: 'measureToggled', of: 'distance' }).tool
    for (const x of [1, 2, 3]) distance = press(distance, x)
    expect(said(distance)).toBe('distance 1-2')
    let path: Tool = tools.next(CHOOSING, { type: 'measureToggled', of: 'path' }).tool
    for (const x of [1, 2, 3]) path = press(path, x)
    path = tools.next(path, { type: 'pathEnded' }).tool
    expect(said(press(path, 4))).toBe('path 1-2-3')
    path = tools.next(path, { type: 'pathContinued' }).tool
    expect(said(press(path, 4))).toBe('path 1-2-3-4 picking')
  })

  it('goes on over the date line, where the map was moved to the other side in between', () => {
    const edge = 20_037_508.342789244
    const begun: Tool = { kind: 'measure', of: 'path', points: [[edge - 1000, 0]], isPicking: true }
    const { tool } = tools.next(begun, { type: 'mapPressed', map: [-edge + 1000, 0] } as ToolEvent)
    expect(tool?.kind === 'measure' && tool.points.map(([x]) => Math.round(x - edge))).toEqual([-1000, 1000])
  })

  it('takes back the points one by one, then itself', () => {
    const begun = press(tools.next(CHOOSING, { type: 'measureToggled', of: 'path' }).tool, 1)
    const once = tools.next(begun, { type: 'escape' }).tool
    expect(said(once)).toBe('path  picking')
    expect(tools.next(once, { type: 'escape' }).tool).toBe(CHOOSING)
  })

  it('shows the ends of what is measured and the line between them', () => {
    const { points } = STATES.measured
    expect(tools.draw(STATES.measured).base).toMatchObject({ handles: points, line: points })
  })
})
