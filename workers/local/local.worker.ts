import { expose, transfer } from 'comlink'
import { holdLock } from '../hold-lock.ts'
import { convertScan } from './convert-scan.ts'
import type { LocalAnswer, LocalWorkerApi } from './local-api.ts'
import { localFailureOf } from './local-failure.ts'
import type { PublishedFile } from './publish-map.ts'

let published: PublishedFile | undefined

async function answered<T>(work: () => Promise<T>): Promise<LocalAnswer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, failure: localFailureOf(error) }
  }
}

const api: LocalWorkerApi = {
  async ready(lockName) {
    if (lockName) await holdLock(lockName)
  },

  convert: (scan, target, onProgress) => answered(() => convertScan(scan, target, onProgress)),

  publish: (scan, request, folder, onProgress) =>
    answered(async () => {
      // Never a static import: the module's top-level await would lose the first messages.
      const [kernel, { publishMap }] = await Promise.all([
        import('../../wasm-tps/pkg/wasm_tps.js'),
        import('./publish-map.ts'),
      ])
      published = await publishMap(kernel, scan, request, folder, onProgress)
      // The parts are asked for one by one.
      const { bytes, width, height, outline, worldFile } = published
      return { bytes, width, height, outline, worldFile }
    }),

  async nextPart() {
    const answer = await answered(async () => published?.parts.next().value ?? null)
    if (answer.ok && answer.value) return transfer(answer, [answer.value.buffer])
    published?.close()
    return answer
  },
}

expose(api)
