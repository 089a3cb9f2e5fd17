import { describe, expect, it } from 'vitest'
import { withDrag } from './drag.ts'
import { points } from './points.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolEffectOf, ToolEventOf, ToolOf, ToolStep } from './tool.ts'

const tools = withDrag(composeTools(points))
type Tool = ToolOf<typeof tools>
type ToolEvent = ToolEventOf<typeof tools>
type Step = ToolStep<Tool, ToolEffectOf<typeof tools>>

/** Each state that a tool can be in, with point `a` where there is one; `+` a point is selected as well. */
const STATES = {
  choose: CHOOSING,
  'choose+': { kind: 'choose', selectedId: 'a' },
  menu: { kind: 'menu', selectedId: 'a', side: 'scan' },
  loupe: { kind: 'loupe', selectedId: 'a', side: 'scan', moved: null },
  'loupe moved': { kind: 'loupe', selectedId: 'a', side: 'scan', moved: [7, 7] },
  imageSet: { kind: 'place', selectedId: null, half: { kind: 'imageSet', image: [1, 1] } },
  'mapSet+': { kind: 'place', selectedId: 'a', half: { kind: 'mapSet', map: [2, 2] } },
  predicted: {
    kind: 'place',
    selectedId: null,
    half: { kind: 'predicted', image: [3, 3], from: [2, 2], cursor: [2, 2] },
  },
  drag: { kind: 'drag', id: 'a', side: 'scan', under: { kind: 'choose', selectedId: 'a' } },
} satisfies Record<string, Tool>

const dragged = (phase: Extract<ToolEvent, { type: 'dragged' }>['phase'], id = 'a'): ToolEvent => ({
  type: 'dragged',
  id,
  side: 'scan',
  phase,
  place: [5, 5],
  isPredicted: false,
})

const EVENTS = {
  'press a, scan': { type: 'pointPressed', id: 'a', side: 'scan' },
  'press a, map': { type: 'pointPressed', id: 'a', side: 'map' },
  'press b': { type: 'pointPressed', id: 'b', side: 'scan' },
  'key to a': { type: 'pointChosen', id: 'a' },
  'key to b': { type: 'pointChosen', id: 'b' },
  'row a': { type: 'rowChosen', id: 'a' },
  'row b': { type: 'rowChosen', id: 'b' },
  'remove a': { type: 'pointRemoved', id: 'a' },
  'remove b': { type: 'pointRemoved', id: 'b' },
  'press scan': { type: 'scanPressed', image: [4, 4], isOnScan: true },
  'press beside scan': { type: 'scanPressed', image: [-4, -4], isOnScan: false },
  'press map': { type: 'mapPressed', map: [6, 6] },
  'answer 9': { type: 'predicted', map: [6, 6], image: [9, 9] },
  'answer none': { type: 'predicted', map: [6, 6], image: null },
  pointer: { type: 'pointerMoved', map: [8, 8] },
  crosses: { type: 'pairAsked', image: [4, 4], map: [6, 6] },
  'cross beside': { type: 'pairAsked', image: null, map: [6, 6] },
  'cancel placing': { type: 'placingCancelled' },
  'close menu': { type: 'menuClosed' },
  magnify: { type: 'magnifyAsked' },
  'move loupe': { type: 'loupeMoved', place: [5, 5] },
  'confirm loupe': { type: 'loupeConfirmed' },
  'cancel loupe': { type: 'loupeCancelled' },
  'drag a': dragged('start'),
  'drag b': dragged('start', 'b'),
  'drag on': dragged('move'),
  'drag b on': dragged('move', 'b'),
  'drop a': dragged('end'),
  'give a up': dragged('cancel'),
  escape: { type: 'escape' },
} satisfies Record<string, ToolEvent>

function said(tool: Tool): string {
  switch (tool.kind) {
    case 'choose':
      return `choose ${tool.selectedId ?? '-'}`
    case 'menu':
      return `menu ${tool.selectedId} ${tool.side}`
    case 'loupe':
      return `loupe ${tool.selectedId} ${tool.side}${tool.moved ? ` to ${tool.moved[0]}` : ''}`
    case 'drag':
      return `drag ${tool.id} ${tool.side} over ${said(tool.under)}`
    case 'place': {
      const { half, selectedId } = tool
      const selected = selectedId ? ` (${selectedId})` : ''
      if (half.kind === 'imageSet') return `image ${half.image[0]}${selected}`
      if (half.kind === 'mapSet') return `map ${half.map[0]}${selected}`
      return `image ${half.image[0]} from ${half.from[0]} to ${half.cursor[0]}${selected}`
    }
  }
}

const wordOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value).join() : String(value)

const saidOf = (before: Tool, { tool, effects }: Step): string =>
  [
    tool === before ? '=' : said(tool),
    ...effects.map(({ kind, ...of }) => `${kind} ${Object.values(of).map(wordOf).join(' ')}`.trim()),
  ].join('; ')

/** What each event makes of each state, and its effects. Not named: nothing changes (`=`). */
const TABLE: Record<keyof typeof EVENTS, Partial<Record<keyof typeof STATES, string>>> = {
  'press a, scan': {
    choose: 'menu a scan',
    'choose+': 'menu a scan',
    menu: 'choose -',
    loupe: 'menu a scan',
    'loupe moved': 'menu a scan',
    imageSet: 'menu a scan',
    'mapSet+': 'menu a scan',
    predicted: 'menu a scan',
    drag: 'drag a scan over menu a scan',
  },
  'press a, map': {
    choose: 'menu a map',
    'choose+': 'menu a map',
    menu: 'menu a map',
    loupe: 'menu a map',
    'loupe moved': 'menu a map',
    imageSet: 'menu a map',
    'mapSet+': 'menu a map',
    predicted: 'menu a map',
    drag: 'drag a scan over menu a map',
  },
  'press b': {
    choose: 'menu b scan',
    'choose+': 'menu b scan',
    menu: 'menu b scan',
    loupe: 'menu b scan',
    'loupe moved': 'menu b scan',
    imageSet: 'menu b scan',
    'mapSet+': 'menu b scan',
    predicted: 'menu b scan',
    drag: 'drag a scan over menu b scan',
  },
  'key to a': {
    choose: 'choose a',
    menu: 'choose a',
    imageSet: 'image 1 (a)',
    predicted: 'image 3 from 2 to 2 (a)',
  },
  'key to b': {
    choose: 'choose b',
    'choose+': 'choose b',
    menu: 'choose b',
    loupe: 'choose b',
    'loupe moved': 'choose b',
    imageSet: 'image 1 (b)',
    'mapSet+': 'map 2 (b)',
    predicted: 'image 3 from 2 to 2 (b)',
    drag: 'drag a scan over choose b',
  },
  'row a': {
    choose: 'choose a',
    menu: 'menu a scan',
    imageSet: 'image 1 (a)',
    predicted: 'image 3 from 2 to 2 (a)',
  },
  'row b': {
    choose: 'choose b',
    'choose+': 'choose b',
    menu: 'menu b scan',
    loupe: 'choose b',
    'loupe moved': 'choose b',
    imageSet: 'image 1 (b)',
    'mapSet+': 'map 2 (b)',
    predicted: 'image 3 from 2 to 2 (b)',
    drag: 'drag a scan over choose b',
  },
  'remove a': {
    'choose+': 'choose -',
    menu: 'choose -',
    loupe: 'choose -',
    'loupe moved': 'choose -',
    'mapSet+': 'map 2',
    drag: 'drag a scan over choose -',
  },
  'remove b': {},
  'press scan': {
    choose: 'image 4; askCounterpart 4,4',
    'choose+': 'image 4; askCounterpart 4,4',
    menu: 'choose -',
    loupe: 'image 4; askCounterpart 4,4',
    'loupe moved': 'image 4; askCounterpart 4,4',
    imageSet: 'image 4; askCounterpart 4,4',
    'mapSet+': 'choose -; addPair 4,4 2,2',
    predicted: 'choose -; addPair 4,4 2,2',
    drag: 'drag a scan over image 4; askCounterpart 4,4',
  },
  'press beside scan': {
    'choose+': 'choose -',
    menu: 'choose -',
    loupe: 'choose -',
    'loupe moved': 'choose -',
    'mapSet+': 'map 2',
    drag: 'drag a scan over choose -',
  },
  'press map': {
    choose: '=; askPrediction 6,6',
    'choose+': 'choose -; askPrediction 6,6',
    menu: 'choose -',
    loupe: 'choose -; askPrediction 6,6',
    'loupe moved': 'choose -; askPrediction 6,6',
    imageSet: 'choose -; addPair 1,1 6,6',
    'mapSet+': 'map 2; askPrediction 6,6',
    predicted: 'choose -; addPair 3,3 6,6',
    drag: 'drag a scan over choose -; askPrediction 6,6',
  },
  'answer 9': {
    choose: 'image 9 from 6 to 6',
    'choose+': 'image 9 from 6 to 6',
    imageSet: 'choose -; addPair 1,1 6,6',
    'mapSet+': 'image 9 from 6 to 6',
    predicted: 'choose -; addPair 3,3 6,6',
    drag: 'drag a scan over image 9 from 6 to 6',
  },
  'answer none': {
    choose: 'map 6',
    'choose+': 'map 6',
    imageSet: 'choose -; addPair 1,1 6,6',
    'mapSet+': 'map 6',
    predicted: 'choose -; addPair 3,3 6,6',
    drag: 'drag a scan over map 6',
  },
  pointer: {
    predicted: 'image 3 from 2 to 8',
  },
  crosses: {
    choose: '=; addPair 4,4 6,6',
    'choose+': 'choose -; addPair 4,4 6,6',
    menu: 'choose -; addPair 4,4 6,6',
    loupe: 'choose -; addPair 4,4 6,6',
    'loupe moved': 'choose -; addPair 4,4 6,6',
    imageSet: 'choose -; addPair 4,4 6,6',
    'mapSet+': 'choose -; addPair 4,4 6,6',
    predicted: 'choose -; addPair 4,4 6,6',
    drag: 'drag a scan over choose -; addPair 4,4 6,6',
  },
  'cross beside': {
    choose: '=; tellOutside',
    'choose+': 'choose -; tellOutside',
    menu: 'choose -; tellOutside',
    loupe: 'choose -; tellOutside',
    'loupe moved': 'choose -; tellOutside',
    imageSet: 'choose -; tellOutside',
    'mapSet+': 'choose -; tellOutside',
    predicted: 'choose -; tellOutside',
    drag: 'drag a scan over choose -; tellOutside',
  },
  'cancel placing': {
    imageSet: 'choose -',
    'mapSet+': 'choose a',
    predicted: 'choose -',
  },
  'close menu': {
    menu: 'choose -',
  },
  magnify: {
    menu: 'loupe a scan',
  },
  'move loupe': {
    loupe: 'loupe a scan to 5',
    'loupe moved': 'loupe a scan to 5',
  },
  'confirm loupe': {
    loupe: 'choose a',
    'loupe moved': 'choose a; movePoint a scan 7,7',
  },
  'cancel loupe': {
    loupe: 'choose a',
    'loupe moved': 'choose a',
  },
  'drag a': {
    choose: 'drag a scan over choose a; stageMove a scan 5,5',
    'choose+': 'drag a scan over choose a; stageMove a scan 5,5',
    menu: 'drag a scan over choose a; stageMove a scan 5,5',
    loupe: 'drag a scan over loupe a scan; stageMove a scan 5,5',
    'loupe moved': 'drag a scan over loupe a scan to 7; stageMove a scan 5,5',
    imageSet: 'drag a scan over image 1 (a); stageMove a scan 5,5',
    'mapSet+': 'drag a scan over map 2 (a); stageMove a scan 5,5',
    predicted: 'drag a scan over image 3 from 2 to 2 (a); stageMove a scan 5,5',
    drag: 'drag a scan over choose a; stageMove a scan 5,5',
  },
  'drag b': {
    choose: 'drag b scan over choose b; stageMove b scan 5,5',
    'choose+': 'drag b scan over choose b; stageMove b scan 5,5',
    menu: 'drag b scan over choose b; stageMove b scan 5,5',
    loupe: 'drag b scan over choose b; stageMove b scan 5,5',
    'loupe moved': 'drag b scan over choose b; stageMove b scan 5,5',
    imageSet: 'drag b scan over image 1 (b); stageMove b scan 5,5',
    'mapSet+': 'drag b scan over map 2 (b); stageMove b scan 5,5',
    predicted: 'drag b scan over image 3 from 2 to 2 (b); stageMove b scan 5,5',
    drag: 'drag b scan over choose b; stageMove b scan 5,5',
  },
  'drag on': {
    drag: '=; stageMove a scan 5,5',
  },
  'drag b on': {},
  'drop a': {
    drag: 'choose a; stageMove a scan 5,5; commitMove a scan false',
  },
  'give a up': {
    drag: 'choose a; revertMove',
  },
  escape: {
    'choose+': 'choose -',
    menu: 'choose a',
    loupe: 'choose a',
    'loupe moved': 'choose a',
    imageSet: 'choose -',
    'mapSet+': 'choose a',
    predicted: 'choose -',
    drag: 'choose a; cancelDrag scan; revertMove',
  },
}

describe('a tool', () => {
  for (const [eventName, event] of Object.entries(EVENTS))
    for (const [stateName, tool] of Object.entries(STATES))
      it(`in the state "${stateName}" answers "${eventName}"`, () => {
        const row: Partial<Record<string, string>> = TABLE[eventName as keyof typeof EVENTS]
        expect(saidOf(tool, tools.next(tool, event))).toBe(row[stateName] ?? '=')
      })

  it('shows where the warp would have a place that was pressed on the scan, and takes that when it is right', () => {
    const { tool } = tools.next(CHOOSING, EVENTS['press scan'])
    const found = { type: 'counterpartFound', image: EVENTS['press scan'].image, map: [8, 8] } as const
    const waiting = tools.next(tool, found).tool
    expect(tools.draw(waiting).base.pending).toEqual([8, 8])
    expect(saidOf(waiting, tools.next(waiting, { type: 'expectedTaken' }))).toBe('choose -; addPair 4,4 8,8')
    // Another place was pressed meanwhile; and where nothing waits, nothing is taken.
    expect(tools.next(STATES.imageSet, found).tool).toBe(STATES.imageSet)
    expect(tools.next(tool, { type: 'expectedTaken' }).tool).toBe(tool)
  })

  it('is left by Escape one thing a press, until nothing is left to take back', () => {
    let tool: Tool = { kind: 'drag', id: 'b', side: 'map', under: STATES['mapSet+'] }
    const said: string[] = []
    for (let press = 0; press < 4; press += 1) {
      const step = tools.next(tool, { type: 'escape' })
      said.push(saidOf(tool, step))
      tool = step.tool
    }
    expect(said).toEqual(['map 2 (a); cancelDrag map; revertMove', 'choose a', 'choose -', '='])
  })

  it('hears no more of a drag that Escape has ended, though its pane goes on for a while', () => {
    const ended = tools.next(STATES.drag, { type: 'escape' }).tool
    for (const phase of ['move', 'cancel', 'end'] as const)
      expect(saidOf(ended, tools.next(ended, dragged(phase)))).toBe('=')
  })

  it('has the image point predicted at the end of a drag that asks for it', () => {
    const end = { ...dragged('end'), isPredicted: true } as ToolEvent
    expect(tools.next(STATES.drag, end).effects.at(-1)).toMatchObject({
      kind: 'commitMove',
      isPredicted: true,
    })
  })
})

describe('a press that turns out to be the first of two', () => {
  const half = { kind: 'mapSet', map: [2, 2] } as const

  it('is taken back where it began a pair', () => {
    const begun = tools.next(CHOOSING, { type: 'scanPressed', image: [4, 4], isOnScan: true })!.tool
    expect(tools.next(begun, { type: 'pressTakenBack', half: null, selectedId: 'a' })).toEqual({
      tool: { kind: 'choose', selectedId: 'a' },
      effects: [{ kind: 'dropPrediction' }],
    })
  })

  it('leaves the half of a pair that was placed before it', () => {
    expect(tools.next(CHOOSING, { type: 'pressTakenBack', half, selectedId: null })!.tool).toEqual({
      kind: 'place',
      selectedId: null,
      half,
    })
  })
})
