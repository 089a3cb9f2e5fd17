import type { Transformation } from '../../contract/api/map-record.ts'
import type { TransformationType } from '../../contract/control-points.ts'
import type { ScanPyramid, WarpFailure, WarpFit } from '../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../workers/warp/warp-client.ts'
import type { WarpSession } from '../../workers/warp/warp-client.ts'
import type { LiveMeshes } from '../map/pane-props.ts'
import { liveMeshesOf } from './live-meshes.ts'
import { storedPoints } from './stored-points.ts'
import { warpRequest } from './warp-request.ts'

/** What is known of a map's stored points warped by another transformation. A new object with every change. */
export interface StoredWarpState {
  /** Null while nothing is to be warped. */
  readonly meshes: LiveMeshes | null
  /** Null until it is made, and where it cannot be. */
  readonly fit: WarpFit | null
  readonly failure: WarpFailure | null
}

/** What is to be warped: a map's stored points over its scan. */
export interface WarpWish {
  readonly transformation: Transformation
  readonly type: TransformationType
  readonly scan: ScanPyramid
}

/** A warp of stored points; its worker runs while something is wished and somebody listens. */
export interface StoredWarp {
  readonly snapshot: () => StoredWarpState
  /** Called after every change. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** Null: nothing more. */
  readonly wish: (wish: WarpWish | null) => void
}

const NOTHING: StoredWarpState = { meshes: null, fit: null, failure: null }

/** `open` is replaced in tests. */
export function createStoredWarp(open: () => WarpSession = () => openWarpSession()): StoredWarp {
  const listeners = new Set<() => void>()
  let state = NOTHING
  let session: WarpSession | null = null
  let wished: WarpWish | null = null

  function change(next: StoredWarpState) {
    state = next
    for (const listener of listeners) listener()
  }

  function opened(): WarpSession {
    const fresh = open()
    fresh.subscribe(() => {
      const { fit, failure } = fresh.snapshot()
      if (session === fresh && (state.fit !== fit || state.failure !== failure))
        change({ ...state, fit, failure })
    })
    change({ ...NOTHING, meshes: liveMeshesOf(fresh) })
    return fresh
  }

  function close() {
    session?.close()
    session = null
    if (state !== NOTHING) change(NOTHING)
  }

  function follow() {
    if (!wished || listeners.size === 0) return close()
    const { transformation, type, scan } = wished
    session ??= opened()
    session.setRequest(warpRequest(storedPoints(transformation), { ...transformation, type }, scan, false))
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (!session && wished) follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) follow()
      }
    },
    wish(wish) {
      wished = wish
      follow()
    },
  }
}
