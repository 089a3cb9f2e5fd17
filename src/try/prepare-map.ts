import { convertLocalScan } from '../../workers/local/local-client.ts'
import type { LocalProgress } from '../../workers/local/local-client.ts'
import { requestPersistentStorage } from '../device/persistent-storage.ts'
import {
  addLocalMap,
  changeLocalMap,
  freeLocalMap,
  type LocalMap,
  pyramidHandle,
  scanOf,
} from './local-maps.ts'

interface PrepareOptions {
  readonly onProgress: (progress: LocalProgress) => void
  readonly signal: AbortSignal
}

/**
 * Takes a scan up: keeps a copy of it, and makes its pyramid. One that is given up or cannot be read leaves nothing.
 *
 * @throws LocalStorageError, LocalScanError, or the signal's reason
 */
export async function takeScan(scan: File, options: PrepareOptions): Promise<LocalMap> {
  // Asked when work begins: without it the browser may clear what is kept here.
  void requestPersistentStorage()
  const map = await addLocalMap(scan)
  try {
    options.signal.throwIfAborted()
    return await prepareMap(map, options)
  } catch (error) {
    await freeLocalMap(map.id)
    throw error
  }
}

/** Makes the pyramid of a map whose scan was not read to its end. */
export async function prepareMap(map: LocalMap, options: PrepareOptions): Promise<LocalMap> {
  const scan = await scanOf(map)
  const { thumbnail, format, ...pyramid } = await convertLocalScan(scan, await pyramidHandle(map.id), options)
  const change = { thumbnail, pyramid, format }
  await changeLocalMap(map.id, change)
  return { ...map, ...change }
}
