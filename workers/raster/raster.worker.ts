import { expose, transfer } from 'comlink'
import { holdLock } from '../hold-lock.ts'
import { openPyramidFile } from './pyramid-file.ts'
import type { PyramidFile } from './pyramid-file.ts'
import type { RasterAddress, RasterAnswer, RasterWorkerApi } from './raster-api.ts'
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

async function answered<T>(work: () => Promise<T>): Promise<RasterAnswer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

const api: RasterWorkerApi = {
  async ready(lockName) {
    if (lockName) await holdLock(lockName)
  },

  open: (pyramidId, address) => answered(async () => (await fileOf(pyramidId, address)).info),

  async readTile(pyramidId, address, requestId, tile) {
    const controller = new AbortController()
    running.set(requestId, controller)
    const answer = await answered(async () => {
      const file = await fileOf(pyramidId, address)
      return await file.readTile(tile, controller.signal)
    })
    running.delete(requestId)
    return answer.ok && answer.value ? transfer(answer, [answer.value]) : answer
  },

  async abort(requestId) {
    running.get(requestId)?.abort()
  },

  async close(pyramidId) {
    files.delete(pyramidId)
  },
}

expose(api)
