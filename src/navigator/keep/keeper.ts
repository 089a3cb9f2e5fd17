import type { KeptArea } from '../../../workers/kept/kept-database-api.ts'
import { AreaGoneError } from '../../../workers/kept/kept-parts-api.ts'
import type { KeepErrorCode } from '../../../workers/raster/raster-api.ts'
import { KeepError } from '../../../workers/raster/keep-client.ts'
import type { KeepClient } from '../../../workers/raster/keep-client.ts'
import { TileRefusedError } from '../../kept/kept-base-tiles.ts'
import { type ReadableValue, valueStore } from '../../ui/value-store.ts'
import { baseTileUrls } from './base-tiles.ts'
import { chooseTiles } from './choose-tiles.ts'

/** Why keeping ended before its end: the file's faults are those of reading, `busy`: another window keeps it. */
export type KeepFault = KeepErrorCode | 'busy'

/** What is being kept, or how the last keeping ended. A new object with every change. */
export interface KeepState {
  /** Null: nothing was kept since the page was opened. */
  readonly areaId: string | null
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed'
  readonly bytes: number
  readonly wholeBytes: number
  readonly fault: KeepFault | null
}

/** Keeps one area after another; what has come stays when it is given up or fails. */
export interface Keeper {
  readonly state: ReadableValue<KeepState>
  /** Keeps what an area wants and does not have. `isNew`: nobody knows of it yet. */
  readonly start: (area: KeptArea, isNew: boolean) => Promise<void>
  readonly cancel: () => void
  /** How the last keeping ended is not told any more: it says nothing of what is chosen now. */
  readonly forget: () => void
}

export interface KeeperDeps {
  readonly openClient: (fileUrl: string) => Pick<KeepClient, 'open' | 'keepTiles' | 'close'>
  readonly addArea: (area: KeptArea) => Promise<void>
  readonly changeArea: (
    id: string,
    change: Partial<Pick<KeptArea, 'bytes' | 'wholeBytes' | 'isWhole'>>,
  ) => Promise<void>
  readonly keepBaseTiles: (area: string, urls: readonly string[], signal: AbortSignal) => Promise<number>
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Holds the area against other windows while the work runs. False: another one has it. */
  readonly alone: (id: string, work: () => Promise<void>) => Promise<boolean>
}

/** So many tiles are asked for together; those that lie together in the file are one request. */
const BATCH = 48
const BASE_BATCH = 8
/** A line that stutters is tried again after these. Milliseconds. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000] as const
const LONGEST_WAIT_MS = 60_000

const IDLE: KeepState = { areaId: null, status: 'idle', bytes: 0, wholeBytes: 0, fault: null }

export function createKeeper(deps: KeeperDeps): Keeper {
  const state = valueStore(IDLE)
  let running: AbortController | null = null

  function change(part: Partial<KeepState>) {
    state.set({ ...state.get(), ...part })
  }

  async function keep(area: KeptArea, signal: AbortSignal) {
    const client = deps.openClient(area.fileUrl)
    let bytes = 0
    const add = async (more: number) => {
      bytes += more
      change({ bytes, wholeBytes: Math.max(state.get().wholeBytes, bytes) })
      await deps.changeArea(area.id, { bytes })
    }
    try {
      const info = await persistently(() => client.open(signal), signal)
      const tiles = chooseTiles(info, area.region, area.finestLevel) ?? []
      const urls = baseTileUrls(area.baseMaps, area.region)
      for (const batch of batches(urls, BASE_BATCH))
        await add(await persistently(() => deps.keepBaseTiles(area.id, batch, signal), signal))
      for (const batch of batches(tiles, BATCH))
        await add(await persistently(() => client.keepTiles(area.id, batch, signal), signal))
      await deps.changeArea(area.id, { bytes, wholeBytes: bytes, isWhole: true })
      change({ status: 'done', wholeBytes: bytes })
    } finally {
      client.close()
    }
  }

  /** Asks again where the connection failed or the server wants to be left alone for a while. */
  async function persistently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    for (const waitMs of WAITS_MS) {
      try {
        return await ask()
      } catch (error) {
        if (signal.aborted || faultOf(error) !== 'network') throw error
        const asked = error instanceof TileRefusedError ? error.retryAfterMs : null
        await deps.wait(Math.min(LONGEST_WAIT_MS, asked ?? waitMs), signal)
      }
    }
    return await ask()
  }

  return {
    state,
    async start(area, isNew) {
      if (running) return
      const controller = new AbortController()
      running = controller
      const { id: areaId, wholeBytes } = area
      change({ areaId, status: 'running', bytes: 0, wholeBytes, fault: null })
      try {
        if (isNew) await deps.addArea(area)
        const isAlone = await deps.alone(areaId, () => keep(area, controller.signal))
        if (!isAlone) change({ status: 'failed', fault: 'busy' })
      } catch (error) {
        if (controller.signal.aborted) change({ status: 'cancelled' })
        else {
          console.warn(error)
          change({ status: 'failed', fault: faultOf(error) })
        }
      }
      running = null
    },
    cancel: () => running?.abort(),
    forget() {
      if (!running) state.set(IDLE)
    },
  }
}

function faultOf(error: unknown): KeepFault {
  if (error instanceof KeepError) return error.code
  if (error instanceof AreaGoneError) return 'gone'
  if (error instanceof TileRefusedError || error instanceof TypeError) return 'network'
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'unkept'
}

function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
}
