import { expose } from 'comlink'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WarpAnswer, WarpFit, WarpRequest, WarpUpdate, WarpView, WarpWorkerApi } from './warp-api.ts'
import { openWarpSession } from './warp-client.ts'

const REQUEST: WarpRequest = {
  type: 'TPS',
  gcps: Float64Array.of(1, 2, 3, 4),
  scan: { width: 10, height: 10, tileSize: 512, levelCount: 1 },
  dragging: false,
}
const VIEW: WarpView = { min: [0, 0], max: [1, 1], metresPerScreenPixel: 1 }
const FIT = { revision: 1 } as WarpFit
const MESH = { imagePx: new Float32Array(2), index: new Uint32Array(3), batches: new Int32Array(5) }
const LEAVES = { origin: [0, 0], step: 1, ij: new Uint16Array(2), leafCount: 1, errorPx: 0 } as const

/** A worker whose answers the test gives: a message channel with the worker's side exposed. */
function scriptedWorker() {
  const asked: WarpUpdate[] = []
  const answers: ((answer: WarpAnswer) => void)[] = []
  const workers: (MessagePort & { terminate(): void })[] = []
  const api = {
    ready: async () => undefined,
    update: (update: WarpUpdate) => {
      asked.push(update)
      return new Promise<WarpAnswer>((resolve) => answers.push(resolve))
    },
    describe: async () => FIT,
    mapToImage: async (map: Float64Array) => map.map((value) => value * 2),
  } satisfies Partial<WarpWorkerApi>
  const spawn = () => {
    const { port1, port2 } = new MessageChannel()
    expose(api, port2 as unknown as Parameters<typeof expose>[1])
    const worker = Object.assign(port1, { terminate: () => port1.close() })
    workers.push(worker)
    return worker as unknown as Worker
  }
  const answer = async (next: WarpAnswer) => {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
    answers.shift()?.(next)
  }
  const die = () => workers.at(-1)?.dispatchEvent(Object.assign(new Event('error'), { message: 'killed' }))
  return { spawn, asked, answer, die, workers }
}

const sessions: { close(): void }[] = []
function opened() {
  const worker = scriptedWorker()
  const session = openWarpSession(worker.spawn)
  sessions.push(session)
  return { ...worker, session }
}

// As in a page without Web Locks.
beforeEach(() => void vi.stubGlobal('navigator', {}))

afterEach(() => {
  vi.unstubAllGlobals()
  for (const session of sessions.splice(0)) session.close()
})

describe('a warp session', () => {
  it('has one request in flight and lets the newest win', async () => {
    const { session, asked, answer } = opened()
    session.setRequest(REQUEST)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const newer = [1, 2, 3].map((n): WarpRequest => ({ ...REQUEST, gcps: Float64Array.of(n) }))
    for (const request of newer) session.setRequest(request)
    await answer({ meshes: [], fitted: true })
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]?.request?.gcps).toEqual(Float64Array.of(3))
    await answer({ meshes: [], fitted: true })
    await vi.waitFor(() => expect(session.snapshot().busy).toBe(false))
    expect(asked).toHaveLength(2)
    expect(session.snapshot().fit).toEqual(FIT)
  })

  it('sends what is asked for as soon as it rests', async () => {
    const { session, asked, answer } = opened()
    const next: WarpRequest = { ...REQUEST, type: 'Affine' }
    const rests = new Promise<void>((resolve) => {
      session.subscribe(() => !session.snapshot().busy && resolve())
    })
    session.setRequest(REQUEST)
    await answer({ meshes: [], fitted: true })
    await rests
    session.setRequest(next)
    await vi.waitFor(() => expect(asked.at(-1)?.request?.type).toBe('Affine'))
  })

  it('sends points and views that change together in one request', async () => {
    const { session, asked, answer } = opened()
    session.setRequest(REQUEST)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const view = session.openView()
    view.setView(VIEW)
    session.setRequest({ ...REQUEST })
    await answer({ meshes: [] })
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ request: { type: 'TPS' }, views: [{ view: VIEW }] })
  })

  it('keeps the leaves of a mesh whose worker sends only what has changed', async () => {
    const { session, asked, answer } = opened()
    const view = session.openView()
    session.setRequest(REQUEST)
    view.setView(VIEW)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const viewId = asked[0]?.views[0]?.viewId ?? NaN
    await answer({ meshes: [{ viewId, ...MESH, leaves: LEAVES }] })
    await vi.waitFor(() => expect(view.mesh()).not.toBeNull())
    const before = view.mesh()
    session.setRequest({ ...REQUEST, dragging: true })
    await answer({ meshes: [{ viewId, ...MESH, imagePx: Float32Array.of(7, 8) }] })
    await vi.waitFor(() => expect(view.mesh()?.imagePx).toEqual(Float32Array.of(7, 8)))
    expect(view.mesh()?.ij).toBe(before?.ij)
    expect(view.meshView()).toEqual(VIEW)
  })

  it('tells a failure, drops the meshes, and keeps them while a drag fails', async () => {
    const { session, asked, answer } = opened()
    const view = session.openView()
    view.setView(VIEW)
    session.setRequest(REQUEST)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const viewId = asked[0]?.views[0]?.viewId ?? NaN
    await answer({ meshes: [{ viewId, ...MESH, leaves: LEAVES }] })
    const failure = {
      code: 'collinearControlPoints',
      message: 'Collinear control points',
      indices: [],
    } as const
    session.setRequest({ ...REQUEST, dragging: true })
    await answer({ meshes: [], failure })
    await vi.waitFor(() => expect(session.snapshot().failure).toEqual(failure))
    expect(view.mesh()).not.toBeNull()
    session.setRequest({ ...REQUEST })
    await answer({ meshes: [], failure })
    await vi.waitFor(() => expect(view.mesh()).toBeNull())
    expect(session.snapshot().fit).toBeNull()
  })

  it('tells that its worker died, replaces it and sends points and views again', async () => {
    const { session, asked, answer, die, workers } = opened()
    const view = session.openView()
    view.setView(VIEW)
    session.setRequest(REQUEST)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    die()
    expect(session.snapshot()).toMatchObject({ workerDeaths: 1, failure: { code: 'workerDied' } })
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(workers).toHaveLength(2)
    expect(asked[1]).toMatchObject({ request: { type: 'TPS' }, views: [{ view: VIEW }] })
    await answer({ meshes: [] })
    await answer({ meshes: [], fitted: true })
    await vi.waitFor(() => expect(session.snapshot().failure).toBeNull())
  })

  it('gives up a worker that dies over and over until something new is asked', async () => {
    const { session, die, workers, asked } = opened()
    session.setRequest(REQUEST)
    for (let death = 1; death <= 3; death++) {
      await vi.waitFor(() => expect(asked).toHaveLength(death))
      die()
    }
    expect(session.snapshot()).toMatchObject({ workerDeaths: 3, busy: false })
    expect(workers).toHaveLength(4)
    session.setRequest({ ...REQUEST })
    await vi.waitFor(() => expect(asked).toHaveLength(4))
  })

  it('answers questions, and rejects them when their signal aborts or the worker dies', async () => {
    const { session, die } = opened()
    await expect(session.mapToImage(Float64Array.of(1, 2))).resolves.toEqual(Float64Array.of(2, 4))
    const abort = new AbortController()
    const question = session.mapToImage(Float64Array.of(1), abort.signal)
    abort.abort()
    await expect(question).rejects.toMatchObject({ name: 'AbortError' })
    const another = session.mapToImage(Float64Array.of(1))
    die()
    await expect(another).rejects.toMatchObject({ name: 'WorkerDiedError' })
  })
})
