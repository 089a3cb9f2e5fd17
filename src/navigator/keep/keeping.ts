import type { KeptArea } from '../../../workers/kept/kept-database-api.ts'
import { openKeepClient } from '../../../workers/raster/keep-client.ts'
import { addressOf } from '../../api/file-path.ts'
import { addArea, changeArea } from '../../kept/kept-areas.ts'
import { keepBaseTiles } from '../../kept/kept-base-tiles.ts'
import { createKeeper } from './keeper.ts'

/** The page's one keeper: it goes on while the panel is closed. */
export const keeper = createKeeper({
  openClient: (url) => openKeepClient(() => addressOf(url)),
  addArea,
  changeArea,
  keepBaseTiles,
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = window.setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        window.clearTimeout(timer)
        reject(signal.reason as Error)
      })
    }),
  alone,
})

async function alone(id: string, work: () => Promise<void>): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) {
    await work()
    return true
  }
  return await locks.request(`keep-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** What this device has room for, bytes; null where the browser does not say. */
export async function freeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0))
  } catch {
    return null
  }
}

/** A new area, of which nothing has come yet. */
export const newArea = (of: Omit<KeptArea, 'id' | 'bytes' | 'isWhole' | 'keptAtMs'>): KeptArea => ({
  ...of,
  id: crypto.randomUUID(),
  bytes: 0,
  isWhole: false,
  keptAtMs: Date.now(),
})
