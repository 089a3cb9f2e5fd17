import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOUNDARIES_PAUSE_MS, SearchSchedule, type SearchState, TYPING_PAUSE_MS } from './search-schedule.ts'

describe('the schedule of a place search', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A schedule over a search that answers when told to, and what it said. */
  function setUp() {
    const searched: string[] = []
    const answers: ((found: string[] | Error) => void)[] = []
    const signals: AbortSignal[] = []
    const states: SearchState<string>[] = []
    const firsts: ((found: readonly string[]) => void)[] = []
    const schedule = new SearchSchedule<string>(
      ({ text, boundaries }, signal, onFirst) => {
        firsts.push(onFirst)
        searched.push(boundaries ? `${text}+` : text)
        signals.push(signal)
        return new Promise((resolve, reject) => {
          answers.push((found) => (found instanceof Error ? reject(found) : resolve(found)))
        })
      },
      (state) => states.push(state),
    )
    return { schedule, searched, answers, signals, states, firsts }
  }

  it('asks once after a pause in typing, trimmed', async () => {
    const { schedule, searched, answers, states } = setUp()
    for (const text of ['v', 'vi', ' vil ']) {
      schedule.searchAfterPause({ text, boundaries: false }, TYPING_PAUSE_MS)
      vi.advanceTimersByTime(299)
    }
    expect(searched).toEqual([])
    vi.advanceTimersByTime(1)
    expect(searched).toEqual(['vil'])
    answers[0]!(['Vilnius'])
    await vi.advanceTimersByTimeAsync(0)
    expect(states.at(-1)).toEqual({ phase: 'found', found: ['Vilnius'] })
  })

  it('says what is known at once, then all of it, and stays with that where no more comes', async () => {
    const { schedule, answers, states, firsts } = setUp()
    const begin = (text: string) => {
      schedule.searchAfterPause({ text, boundaries: false }, TYPING_PAUSE_MS)
      vi.advanceTimersByTime(TYPING_PAUSE_MS)
    }
    begin('vil')
    firsts[0]!(['Vilnius'])
    expect(states.at(-1)).toEqual({ phase: 'found', found: ['Vilnius'], isMore: true })
    answers[0]!(['Vilnius', 'Vilniaus gatvė'])
    await vi.advanceTimersByTimeAsync(0)
    expect(states.at(-1)).toEqual({ phase: 'found', found: ['Vilnius', 'Vilniaus gatvė'] })
    // Too late to say less.
    firsts[0]!(['Vilnius'])
    expect(states.at(-1)).toEqual({ phase: 'found', found: ['Vilnius', 'Vilniaus gatvė'] })

    begin('kau')
    firsts[1]!(['Kaunas'])
    answers[1]!(new Error('no answer'))
    await vi.advanceTimersByTimeAsync(0)
    expect(states.at(-1)).toEqual({ phase: 'found', found: ['Kaunas'] })

    begin('rig')
    schedule.stop()
    const { length } = states
    firsts[2]!(['Riga'])
    expect(states).toHaveLength(length)
  })

  it('asks again 100 ms after the boundaries are switched, and drops the answer before', async () => {
    const { schedule, searched, answers, signals, states } = setUp()
    schedule.searchAfterPause({ text: 'riga', boundaries: false }, TYPING_PAUSE_MS)
    vi.advanceTimersByTime(TYPING_PAUSE_MS)
    schedule.searchAfterPause({ text: 'riga', boundaries: true }, BOUNDARIES_PAUSE_MS)
    expect(signals[0]!.aborted).toBe(true)
    vi.advanceTimersByTime(100)
    expect(searched).toEqual(['riga', 'riga+'])
    answers[0]!(['old'])
    await vi.advanceTimersByTimeAsync(0)
    expect(states.at(-1)).toEqual({ phase: 'searching' })
    answers[1]!(['new'])
    await vi.advanceTimersByTimeAsync(0)
    expect(states.at(-1)).toEqual({ phase: 'found', found: ['new'] })
  })

  it('ignores blank texts, and says when no answer came', async () => {
    const { schedule, searched, answers, states } = setUp()
    schedule.searchAfterPause({ text: '   ', boundaries: true }, 0)
    vi.advanceTimersByTime(1000)
    expect(searched).toEqual([])
    expect(states).toEqual([{ phase: 'idle' }])
    schedule.searchAfterPause({ text: 'x', boundaries: false }, 0)
    vi.advanceTimersByTime(0)
    answers[0]!(new Error('offline'))
    await vi.advanceTimersByTimeAsync(0)
    expect(states.at(-1)).toEqual({ phase: 'failed' })
  })
})
