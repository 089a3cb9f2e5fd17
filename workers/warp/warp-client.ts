import { openWorker, WorkerDiedError } from '../worker-client.ts'
import type { WorkerLink } from '../worker-client.ts'
import type {
  Distortion,
  MeshAnswer,
  UncertaintyField,
  WarpAnswer,
  WarpFailure,
  WarpFit,
  WarpMesh,
  WarpRequest,
  WarpUpdate,
  WarpView,
  WarpWorkerApi,
} from './warp-api.ts'

/** What a session knows now. A new object with every change. */
export interface WarpSnapshot {
  /** The newest fit that succeeded and still stands; during a drag that of its start. Comes after the meshes. */
  readonly fit: WarpFit | null
  /** Why the newest request has no fit. */
  readonly failure: WarpFailure | null
  /** Coarse mesh of the whole footprint; null without a model. */
  readonly coarse: WarpMesh | null
  /** Something that was asked has not been answered. */
  readonly busy: boolean
  /** How often the worker ended and was replaced: a rise is worth telling. */
  readonly workerDeaths: number
}

/** One pane's view of the warp. */
export interface WarpViewHandle {
  /** The newest wins; null gives up the mesh. */
  setView(view: WarpView | null): void
  /** The newest mesh; null without a model or a view. */
  mesh(): WarpMesh | null
  /** The view that `mesh()` was made for. */
  meshView(): WarpView | null
  /** Called after every new mesh. Returns how to stop. */
  subscribe(listener: () => void): () => void
  close(): void
}

/**
 * The client of the warp worker: one worker with one model. Whatever changes (points, views) is collected; one request is in
 * flight, the newest state wins. Arguments are never transferred away; answers are new arrays.
 */
export interface WarpSession {
  /** Points, type and scan; null forgets the model. */
  setRequest(request: WarpRequest | null): void
  snapshot(): WarpSnapshot
  /** Called after every change of the snapshot. Returns how to stop. */
  subscribe(listener: () => void): () => void
  openView(): WarpViewHandle
  /**
   * Questions to the newest model. Null without one. They reject with the signal's reason when it aborts, and with
   * WorkerDiedError when the worker ends first.
   */
  mapToImage(map: Float64Array, signal?: AbortSignal): Promise<Float64Array | null>
  imageToMap(image: Float64Array, signal?: AbortSignal): Promise<Float64Array | null>
  contains(map: Float64Array, signal?: AbortSignal): Promise<Uint8Array | null>
  distortion(columns: number, signal?: AbortSignal): Promise<Distortion | null>
  uncertainty(columns: number, signal?: AbortSignal): Promise<UncertaintyField | null>
  nextPointSuggestion(signal?: AbortSignal): Promise<Float64Array | null>
  close(): void
}

const spawnWarpWorker = () =>
  new Worker(new URL('./warp.worker.ts', import.meta.url), { type: 'module', name: 'warp' })

/** A worker that dies this often without one answer is not started again until something new is asked. */
const MAX_DEATHS_IN_A_ROW = 3

/** Opens a session; its worker starts at once. `spawn` is replaced in tests. */
export function openWarpSession(spawn: () => Worker = spawnWarpWorker): WarpSession {
  const listeners = new Set<() => void>()
  const views = new Map<number, ViewState>()
  let snapshot: WarpSnapshot = { fit: null, failure: null, coarse: null, busy: false, workerDeaths: 0 }
  let request: WarpRequest | null = null
  let requestIsNew = false
  let inFlight = false
  /** A new model has not been described yet. */
  let isUndescribed = false
  let closed = false
  let deathsInARow = 0
  let nextViewId = 1
  let link = open()

  function open(): WorkerLink<WarpWorkerApi> {
    return openWorker<WarpWorkerApi>(spawn, onDeath)
  }

  function change(part: Partial<WarpSnapshot>) {
    snapshot = { ...snapshot, ...part }
    for (const listener of listeners) listener()
  }

  function onDeath(error: WorkerDiedError) {
    if (closed) return
    deathsInARow += 1
    link = open()
    requestIsNew = request !== null
    for (const state of views.values()) state.isNew = state.view !== null
    const failure: WarpFailure = { code: 'workerDied', message: error.message, indices: [] }
    change({ failure, workerDeaths: snapshot.workerDeaths + 1, busy: deathsInARow < MAX_DEATHS_IN_A_ROW })
    inFlight = false
    if (deathsInARow < MAX_DEATHS_IN_A_ROW) void sendPending()
  }

  function nextUpdate(): WarpUpdate | null {
    const changed = [...views].filter(([, state]) => state.isNew)
    if (!requestIsNew && changed.length === 0) return null
    const update: WarpUpdate = {
      ...(requestIsNew ? { request } : {}),
      views: changed.map(([viewId, { view }]) => ({ viewId, view })),
    }
    requestIsNew = false
    for (const [viewId, state] of changed) {
      state.isNew = false
      state.sent = state.view
      if (state.isClosed) views.delete(viewId)
    }
    return update
  }

  /** Sends until nothing is left to send. One such loop runs a worker. */
  async function sendPending(): Promise<void> {
    if (inFlight || closed) return
    inFlight = true
    const current = link
    try {
      // What changes in the same turn goes together.
      await Promise.resolve()
      while (current === link && !closed && (await sendNext(current)));
    } catch (error) {
      // onDeath has heard of it and has started another worker.
      if (!(error instanceof WorkerDiedError)) throw error
    } finally {
      if (current === link) {
        inFlight = false
        // Who hears that it rests may ask before it does.
        if (requestIsNew || [...views.values()].some(({ isNew }) => isNew)) void sendPending()
      }
    }
  }

  /** One request and its answer; false when there was nothing to send. */
  async function sendNext(current: WorkerLink<WarpWorkerApi>): Promise<boolean> {
    const update = nextUpdate()
    if (!update && !isUndescribed) {
      if (snapshot.busy) change({ busy: false })
      return false
    }
    if (!snapshot.busy) change({ busy: true })
    if (!update) {
      isUndescribed = false
      const fit = await current.call((api) => api.describe())
      if (!closed && !requestIsNew) change({ fit })
      return true
    }
    const answer = await current.call((api) => api.update(update))
    if (closed) return false
    if (answer.broken) {
      current.close()
      onDeath(new WorkerDiedError(answer.failure?.message ?? 'the kernel broke down'))
      return false
    }
    deathsInARow = 0
    apply(update, answer)
    return true
  }

  function apply(update: WarpUpdate, answer: WarpAnswer) {
    const forgotten =
      update.request === null ||
      (update.request !== undefined && !update.request.dragging && answer.failure !== undefined)
    if (forgotten) for (const state of views.values()) showMesh(state, null)
    for (const mesh of answer.meshes) {
      const state = views.get(mesh.viewId)
      if (!state?.view) continue
      state.shown = state.sent
      showMesh(state, mergeMesh(state.mesh, mesh))
    }
    isUndescribed = answer.fitted ? true : isUndescribed && !forgotten
    change({
      ...(forgotten ? { fit: null, coarse: null } : {}),
      ...(answer.coarse ? { coarse: mergeMesh(snapshot.coarse, answer.coarse) } : {}),
      ...(update.request === undefined ? {} : { failure: answer.failure ?? null }),
    })
  }

  const query = <T>(question: (api: WarpWorkerApi) => Promise<T>, signal?: AbortSignal) =>
    link.call((api) => question(api as unknown as WarpWorkerApi), signal)

  return {
    setRequest(next) {
      if (next === request) return
      request = next
      requestIsNew = true
      deathsInARow = 0
      void sendPending()
    },
    snapshot: () => snapshot,
    subscribe: (listener) => subscribeTo(listeners, listener),
    openView() {
      const viewId = nextViewId++
      const state: ViewState = {
        view: null,
        sent: null,
        shown: null,
        isNew: false,
        isClosed: false,
        mesh: null,
        listeners: new Set(),
      }
      views.set(viewId, state)
      return {
        setView(view) {
          state.view = view
          state.isNew = true
          if (!view) showMesh(state, null)
          void sendPending()
        },
        mesh: () => state.mesh,
        meshView: () => (state.mesh ? state.shown : null),
        subscribe: (listener) => subscribeTo(state.listeners, listener),
        close() {
          state.view = null
          state.isNew = state.isClosed = true
          state.listeners.clear()
          void sendPending()
        },
      }
    },
    mapToImage: (map, signal) => query((api) => api.mapToImage(map), signal),
    imageToMap: (image, signal) => query((api) => api.imageToMap(image), signal),
    contains: (map, signal) => query((api) => api.contains(map), signal),
    distortion: (columns, signal) => query((api) => api.distortion(columns), signal),
    uncertainty: (columns, signal) => query((api) => api.uncertainty(columns), signal),
    nextPointSuggestion: (signal) => query((api) => api.nextPointSuggestion(), signal),
    close() {
      closed = true
      link.close()
      listeners.clear()
      views.clear()
    },
  }
}

interface ViewState {
  view: WarpView | null
  /** The view sent last. */
  sent: WarpView | null
  /** The view that `mesh` was made for. */
  shown: WarpView | null
  isNew: boolean
  isClosed: boolean
  mesh: WarpMesh | null
  readonly listeners: Set<() => void>
}

function showMesh(state: ViewState, mesh: WarpMesh | null) {
  if (mesh === state.mesh) return
  state.mesh = mesh
  for (const listener of state.listeners) listener()
}

/** Leaves that the worker did not send again are those of the mesh before. */
function mergeMesh(before: WarpMesh | null, answer: Omit<MeshAnswer, 'viewId'>): WarpMesh | null {
  const leaves = answer.leaves ?? before
  if (!leaves) return null
  const { origin, step, ij, leafCount, errorPx } = leaves
  const { imagePx, index, batches } = answer
  return { origin, step, ij, leafCount, errorPx, imagePx, index, batches }
}

function subscribeTo(listeners: Set<() => void>, listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
