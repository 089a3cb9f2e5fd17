import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bandStep,
  FIRST_SETTINGS,
  firstState,
  type BandEvent,
  type BandSettings,
  type BandState,
} from './band-state.ts'

/** The state after all events, and what each of them narrowed the maps to. */
function run(events: readonly BandEvent[], settings: Partial<BandSettings> = {}) {
  let state: BandState = firstState({ ...FIRST_SETTINGS, ...settings })
  const times: unknown[] = []
  for (const event of events) {
    const step = bandStep(state, event)
    state = step.state
    if (step.applied) times.push(step.applied.time)
  }
  return { state, times }
}

const move = (handle: 'year' | 'start' | 'end', year: number): BandEvent => ({ type: 'move', handle, year })
const range: BandEvent = { type: 'mode', isSingle: false, time: undefined }

describe('one year of the band', () => {
  it('narrows the maps when it is let go, and not on the way', () => {
    const { times } = run([move('year', 1850), move('year', 1853), move('year', 1854), { type: 'release' }])
    expect(times).toEqual([{ from: 1854, to: 1854 }])
  })

  it('means “and earlier” at the first year and “and later” at the last', () => {
    expect(run([move('year', -20), { type: 'release' }]).times).toEqual([{ from: null, to: 0 }])
    expect(run([move('year', 2400), { type: 'release' }]).times).toEqual([{ from: 2000, to: null }])
  })
})

describe('handles that nobody has moved', () => {
  const counted = (...years: number[]): BandEvent => ({ type: 'counted', years })

  it('stand among the maps once their years are known, and narrow nothing', () => {
    const { state, times } = run([counted(1581, 1720, 1745)])
    expect(state).toMatchObject({ year: 1720, start: 1581, end: 1745 })
    expect(times).toEqual([])
  })

  it('stay where there are no years, and where they have been moved before', () => {
    expect(run([counted()]).state).toMatchObject(FIRST_SETTINGS)
    expect(run([move('year', 1850), counted(1581, 1900)]).state.year).toBe(1850)
  })

  it('stand among those of another list as well, and are fetched from where there are no maps at all', () => {
    expect(run([counted(1581, 1720, 1745), counted(1850, 1860, 1870)]).state.year).toBe(1860)
    expect(run([move('year', 1990), counted(1581, 1720, 1745)]).state.year).toBe(1720)
    expect(run([counted(1581, 1720)], { isSingle: false, start: 1800, end: 1850 }).state).toMatchObject({
      start: 1581,
      end: 1720,
    })
  })
})

describe('a map that is opened', () => {
  const reach = (from: number, to: number, isNarrowed = false): BandEvent => {
    return { type: 'reach', from, to, isNarrowed }
  }

  it('has the year go to it, and narrows to its year only what was narrowed before', () => {
    const free = run([move('year', 1900), reach(1640, 1650)])
    expect(free.state).toMatchObject({ year: 1650, reached: { from: 1640, to: 1650 } })
    expect(free.times).toEqual([])
    expect(run([move('year', 1600), reach(1640, 1650, true)]).times).toEqual([{ from: 1640, to: 1640 }])
  })

  it('has a range go to it at its full length, and is let be where the band holds it', () => {
    const settings = { isSingle: false, start: 1800, end: 1850 }
    expect(run([reach(1900, 1900, true)], settings).times).toEqual([{ from: 1850, to: 1900 }])
    expect(run([reach(1700, 1700, true)], settings).times).toEqual([{ from: 1700, to: 1750 }])
    const { state, times } = run([reach(1840, 1860, true)], settings)
    expect(times).toEqual([])
    expect(state).toMatchObject({ start: 1800, end: 1850, reached: null })
  })

  it('is said until the band is moved', () => {
    expect(run([reach(1650, 1650), move('year', 1651)]).state.reached).toBeNull()
  })
})

describe('the other mode', () => {
  const shown = (from: number | null, to: number | null) => ({ from, to })

  it('begins at the years that are shown, and where none are at those of before', () => {
    const toRange: BandEvent = { type: 'mode', isSingle: false, time: shown(1830, 1830) }
    expect(run([toRange]).state).toMatchObject({ isSingle: false, start: 1830, end: 1830 })
    expect(run([range]).state).toMatchObject({ start: FIRST_SETTINGS.start, end: FIRST_SETTINGS.end })
    const toYear = (time: ReturnType<typeof shown>): BandEvent => ({ type: 'mode', isSingle: true, time })
    const before = { isSingle: false, year: 1850 }
    expect(run([toYear(shown(1800, 1900))], before).state).toMatchObject({ isSingle: true, year: 1850 })
    expect(run([toYear(shown(1700, 1750))], before).state.year).toBe(1700)
    expect(run([toYear(shown(null, 1750))], before).state.year).toBe(0)
  })
})

describe('a range of the band', () => {
  it('narrows the maps when it is confirmed, and not when a handle is let go', () => {
    const { times } = run([
      range,
      move('start', 1700),
      { type: 'release' },
      move('end', 1800),
      { type: 'release' },
    ])
    expect(times).toEqual([])
    expect(run([range, move('start', 1700), move('end', 1800), { type: 'confirm' }]).times).toEqual([
      { from: 1700, to: 1800 },
    ])
  })

  it('changes start and end where the start lies after the end', () => {
    const { state, times } = run([range, move('start', 1900), move('end', 1700), { type: 'confirm' }])
    expect(times).toEqual([{ from: 1700, to: 1900 }])
    expect(state).toMatchObject({ start: 1700, end: 1900 })
  })

  it('is open where a handle stands at an end of the band, and narrows nothing at both', () => {
    const ends = (start: number, end: number) =>
      run([range, move('start', start), move('end', end), { type: 'confirm' }]).times
    expect(ends(0, 1500)).toEqual([{ from: null, to: 1500 }])
    expect(ends(1500, 2000)).toEqual([{ from: 1500, to: null }])
    expect(ends(0, 2000)).toEqual([undefined])
  })

  it('picks the end that a press on the band moves, also by moving it', () => {
    expect(run([range, { type: 'pick', handle: 'end' }]).state.picked).toBe('end')
    expect(run([range, move('end', 1900)]).state.picked).toBe('end')
  })

  it('always leaves the start before the end when confirmed', () => {
    const year = fc.integer({ min: -100, max: 2100 })
    fc.assert(
      fc.property(year, year, (start, end) => {
        const { state } = run([range, move('start', start), move('end', end), { type: 'confirm' }])
        expect(state.start).toBeLessThanOrEqual(state.end)
      }),
    )
  })
})

describe('a filter that changes elsewhere', () => {
  it('moves the handles to it', () => {
    expect(run([{ type: 'follow', time: { from: 1830, to: 1830 } }]).state).toMatchObject({
      isSingle: true,
      year: 1830,
    })
    expect(run([{ type: 'follow', time: { from: null, to: 1700 } }]).state).toMatchObject({
      isSingle: false,
      start: 0,
      end: 1700,
    })
  })

  it('leaves them where they are when it is taken away, and when it says what they say', () => {
    const { state } = run([range, move('start', 1900), move('end', 1900), { type: 'confirm' }])
    expect(bandStep(state, { type: 'follow', time: { from: 1900, to: 1900 } }).state).toEqual(state)
    expect(run([{ type: 'follow', time: undefined }], { year: 1777 }).state.year).toBe(1777)
  })
})

describe('playing through time', () => {
  const years = [1700, 1710, 1850]

  it('goes from year to year of which there are maps, and ends at the last', () => {
    const tick: BandEvent = { type: 'tick', years }
    const { state, times } = run([{ type: 'play', years }, tick, tick, tick], { year: 1600 })
    expect(times).toEqual([
      { from: 1700, to: 1700 },
      { from: 1710, to: 1710 },
      { from: 1850, to: 1850 },
    ])
    expect(state).toMatchObject({ year: 1850, isPlaying: false })
  })

  it('begins at the first year again when it stands at the last', () => {
    expect(run([{ type: 'play', years }], { year: 1850 }).times).toEqual([{ from: 1700, to: 1700 }])
  })

  it('moves a range by a quarter of its length', () => {
    const settings = { isSingle: false, start: 1700, end: 1740 }
    const { times } = run(
      [
        { type: 'play', years },
        { type: 'tick', years },
      ],
      settings,
    )
    expect(times).toEqual([
      { from: 1710, to: 1750 },
      { from: 1720, to: 1760 },
    ])
  })

  it('ends with whatever a person does, and does not begin where there is no map', () => {
    const playing = run([{ type: 'play', years }]).state
    expect(playing.isPlaying).toBe(true)
    const events: BandEvent[] = [
      move('year', 1800),
      range,
      { type: 'zoom', zoom: 1 },
      { type: 'clear' },
      { type: 'stop' },
      { type: 'follow', time: undefined },
    ]
    for (const event of events) expect(bandStep(playing, event).state.isPlaying, event.type).toBe(false)
    expect(run([{ type: 'play', years: [] }])).toMatchObject({ state: { isPlaying: false }, times: [] })
  })

  it('goes on when the filter that it set comes back to it', () => {
    const { state, times } = run([{ type: 'play', years }], { year: 1600 })
    const echo = { type: 'follow', time: times[0] } as BandEvent
    expect(bandStep(state, echo).state.isPlaying).toBe(true)
  })
})

it('takes all years again when it is cleared, and stays where it is', () => {
  const { state, times } = run([{ type: 'clear' }], { year: 1812 })
  expect(times).toEqual([undefined])
  expect(state.year).toBe(1812)
})
