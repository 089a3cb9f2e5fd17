import { expose, transfer } from 'comlink'
import { holdLock } from '../hold-lock.ts'
import { kernelFailure } from './kernel-failure.ts'
import { openKernelSession } from './kernel-session.ts'
import type { KernelSession } from './kernel-session.ts'
import { openMapPlanes } from './map-planes.ts'
import type { WarpAnswer, WarpWorkerApi } from './warp-api.ts'

// Never a static import: the module's top-level await would lose the first messages.
const planes = openMapPlanes()
const ready = import('../../wasm-tps/pkg/wasm_tps.js').then((kernel) => openKernelSession(kernel, planes.of))

const api: WarpWorkerApi = {
  async ready(lockName) {
    await ready
    if (lockName) await holdLock(lockName)
  },

  async update(update) {
    const session = await ready
    const projection = update.request?.projection
    const unusable = projection === undefined ? null : await planes.load(projection)
    let answer: WarpAnswer
    try {
      // Nothing is shown of a model that was not fitted as it was asked.
      answer = unusable
        ? { ...session.update({ ...update, request: null }), failure: unusable }
        : session.update(update)
    } catch (error) {
      const { failure, broken } = kernelFailure(error)
      answer = { meshes: [], failure, ...(broken ? { broken } : {}) }
    }
    return transfer(answer, buffersOf(answer))
  },

  async describe() {
    const fit = (await ready).describe()
    return fit
  },

  mapToImage: (map) => query((session) => session.model()?.mapToImage(map)),
  imageToMap: (image) => query((session) => session.model()?.imageToMap(image)),
  contains: (map) => query((session) => session.contains(map)),
  distortion: async (columns) => (await ready).distortion(columns),
  async uncertainty(columns) {
    const [session, { uncertaintyField }] = await Promise.all([ready, import('./trust/uncertainty-field.ts')])
    const rest = session.atRest()
    return rest && uncertaintyField(rest.model, rest.request, columns)
  },
  nextPointSuggestion: () => query((session) => session.nextPointSuggestion()),
}

async function query<T extends { readonly buffer: ArrayBufferLike }>(
  question: (session: KernelSession) => T | null | undefined,
): Promise<T | null> {
  const answer = question(await ready) ?? null
  return answer && transfer(answer, [answer.buffer as ArrayBuffer])
}

/** What is handed over instead of copied; an array of the kernel is a copy of its memory already. */
function buffersOf({ coarse, meshes }: WarpAnswer): ArrayBuffer[] {
  const parts = coarse ? [...meshes, coarse] : meshes
  return parts
    .flatMap(({ imagePx, index, batches, leaves }) => [
      imagePx,
      index,
      batches,
      ...(leaves ? [leaves.ij] : []),
    ])
    .map((array) => array.buffer as ArrayBuffer)
}

expose(api)
