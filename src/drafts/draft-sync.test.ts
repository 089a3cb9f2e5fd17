import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftSync } from './draft-sync.ts'
import type { ServerCopy, SyncFault, SyncState, Work } from './draft-sync.ts'
import { addPoint, EMPTY_DOCUMENT } from './editor-document.ts'

const workOf = (x: number): Work => ({
  document: addPoint(EMPTY_DOCUMENT, `${x}`, [x, 0], [0, 0]),
  baseVersion: null,
})

class Fault extends Error {
  readonly fault: SyncFault
  constructor(fault: SyncFault) {
    super(fault)
    this.fault = fault
  }
}

/** A server with one draft, as the API answers. */
function setUp(stored: ServerCopy | null = null) {
  const server = { stored, saves: 0, isAway: false, losesAnswer: false, answersAfterMs: 0 }
  const told = { states: [] as SyncState[], rivals: [] as ServerCopy[] }
  const sync = createDraftSync({
    load: async () => server.stored,
    save: async (work, follows) => {
      if (server.isAway) throw new Fault('away')
      if ((server.stored?.version ?? null) !== follows) throw new Fault('conflict')
      server.saves += 1
      if (server.answersAfterMs > 0) await new Promise((answer) => setTimeout(answer, server.answersAfterMs))
      server.stored = { ...work, version: (server.stored?.version ?? 0) + 1, savedAt: 0 }
      if (server.losesAnswer) throw new Fault('away')
      return server.stored.version
    },
    remove: async (version) => {
      if (server.stored && server.stored.version !== version) throw new Fault('conflict')
      server.stored = null
    },
    faultOf: (error) => (error instanceof Fault ? error.fault : 'away'),
    onState: (state) => told.states.push(state),
    onRival: (rival) => told.rivals.push(rival),
    onKept: () => undefined,
  })
  return { server, told, sync }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the copy of a draft on the server', () => {
  it('gathers changes into one save, follows itself, and goes when the draft goes', async () => {
    const { server, told, sync } = setUp()
    for (const x of [1, 2, 3]) sync.keep(workOf(x))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server).toMatchObject({ saves: 1, stored: { document: workOf(3).document } })
    sync.keep(workOf(4))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.stored).toMatchObject({ version: 2, document: workOf(4).document })
    expect(told.states.at(-1)).toBe('kept')
    sync.drop()
    await vi.advanceTimersByTimeAsync(10)
    expect(server.stored).toBeNull()
    expect(told).toMatchObject({ rivals: [] })
  })

  it('waits for the line, and takes its own saved work for its own when the answer was lost', async () => {
    const { server, told, sync } = setUp()
    server.isAway = true
    sync.keep(workOf(1))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(told.states.at(-1)).toBe('away')
    sync.keep(workOf(1))
    expect(told.states.at(-1)).toBe('away')
    server.isAway = false
    server.losesAnswer = true
    sync.retry()
    await vi.advanceTimersByTimeAsync(10)
    server.losesAnswer = false
    await vi.advanceTimersByTimeAsync(70_000)
    expect(told).toMatchObject({ rivals: [] })
    expect(told.states.at(-1)).toBe('kept')
    expect(server.stored?.document).toEqual(workOf(1).document)
  })

  it('overwrites nothing that was saved elsewhere before it is chosen, and then what was chosen', async () => {
    const { server, told, sync } = setUp({ ...workOf(9), version: 7, savedAt: 0 })
    sync.follow(6)
    sync.keep(workOf(1))
    await vi.advanceTimersByTimeAsync(2_000)
    sync.keep(workOf(2))
    await vi.advanceTimersByTimeAsync(200_000)
    expect(server.stored).toMatchObject({ version: 7, document: workOf(9).document })
    expect(told.rivals).toMatchObject([{ version: 7 }])
    sync.resume()
    await vi.advanceTimersByTimeAsync(10)
    expect(server.stored).toMatchObject({ version: 8, document: workOf(2).document })
  })

  it('sends what was changed during a slow save once that has ended', async () => {
    const { server, told, sync } = setUp()
    server.answersAfterMs = 5_000
    sync.keep(workOf(1))
    await vi.advanceTimersByTimeAsync(2_000)
    sync.keep(workOf(2))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(server.stored?.document).toEqual(workOf(2).document)
    expect(told.states.at(-1)).toBe('kept')
  })

  it('leaves a draft alone that was saved elsewhere when its own goes', async () => {
    const { server, sync } = setUp({ ...workOf(9), version: 7, savedAt: 0 })
    sync.follow(6)
    sync.drop()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.stored?.version).toBe(7)
  })

  it('begins anew where its draft was discarded elsewhere', async () => {
    const { server, told, sync } = setUp()
    sync.follow(6)
    sync.keep(workOf(1))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.stored?.document).toEqual(workOf(1).document)
    expect(told).toMatchObject({ rivals: [] })
  })
})
