import { expose, transfer } from 'comlink'
import { findFrameOf, findFramesOf } from './find-frame.ts'
import { holdLock } from '../hold-lock.ts'
import { keepFailureOf, keepTiles, measureTiles } from './keep-tiles.ts'
import { openPyramidFile } from './pyramid-file.ts'
import type { PyramidFile } from './pyramid-file.ts'
import type { RasterAddress, RasterWorkerApi } from './raster-api.ts'
import { failureOf } from './raster-failure.ts'

const files = new Map<number, Promise<PyramidFile>>()
const running = new Map<number, AbortController>()

async function fileOf(pyramidId: number, address: RasterAddress): Promise<PyramidFile> {
  const known = files.get(pyramidId)
  const opening = known ?? openPyramidFile(address)
  if (!known) files.set(pyramidId, opening)
  try {
    const file = await opening
    file.setAddress(address)
    return file
  } catch (error) {
    files.delete(pyramidId)
    throw error
  }
}

type Answer<T, Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

async function answered<T, Failure>(
  work: () => Promise<T>,
  asFailure: (error: unknown) => Failure,
): Promise<Answer<T, Failure>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, failure: asFailure(error) }
  }
}

/** Work on a file that `abort` gives up. */
async function onFile<T, Failure>(
  [pyramidId, address, requestId]: readonly [number, RasterAddress, number],
  work: (file: PyramidFile, signal: AbortSignal) => Promise<T>,
  asFailure: (error: unknown) => Failure,
): Promise<Answer<T, Failure>> {
  const controller = new AbortController()
  running.set(requestId, controller)
  const answer = await answered(
    async () => work(await fileOf(pyramidId, address), controller.signal),
    asFailure,
  )
  running.delete(requestId)
  return answer
}

const api: RasterWorkerApi = {
  async ready(lockName) {
    if (lockName) await holdLock(lockName)
  },

  open: (pyramidId, address) => answered(async () => (await fileOf(pyramidId, address)).info, failureOf),

  async readTile(pyramidId, address, requestId, tile) {
    const answer = await onFile(
      [pyramidId, address, requestId],
      (file, signal) => file.readTile(tile, signal),
      failureOf,
    )
    return answer.ok && answer.value ? transfer(answer, [answer.value]) : answer
  },

  findFrame: (pyramidId, address, requestId) =>
    onFile([pyramidId, address, requestId], findFrameOf, failureOf),

  findFrames: (pyramidId, address, requestId) =>
    onFile([pyramidId, address, requestId], findFramesOf, failureOf),

  measureTiles: (pyramidId, address, requestId, tiles) =>
    onFile([pyramidId, address, requestId], (file, signal) => measureTiles(file, tiles, signal), failureOf),

  keepTiles: (pyramidId, address, requestId, area, tiles) =>
    onFile(
      [pyramidId, address, requestId],
      (file, signal) => keepTiles(file, area, tiles, signal),
      keepFailureOf,
    ),

  async abort(requestId) {
    running.get(requestId)?.abort()
  },

  async close(pyramidId) {
    files.delete(pyramidId)
  },
}

expose(api)
