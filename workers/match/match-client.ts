import { proxy, transfer } from 'comlink'
import type { Pyramid } from '../raster/raster-client.ts'
import { openWorker } from '../worker-client.ts'
import type { MatchAnswer, MatchProgress, MatchWorkerApi } from './match-api.ts'

const spawnMatchWorker = () =>
  new Worker(new URL('./match.worker.ts', import.meta.url), { type: 'module', name: 'match' })

/**
 * Compares two scans of a sheet in a worker of its own, which ends with the answer.
 * @param places px of `from` whose places in `to` are wanted
 * @param signal ends the work at once
 * @param tell is told how far it is
 * @param spawn is replaced in tests
 * Rejects with RasterError where a scan cannot be read, WorkerDiedError, or the signal's reason.
 */
export async function matchScans(
  from: Pyramid,
  to: Pyramid,
  places: readonly (readonly [x: number, y: number])[],
  signal: AbortSignal,
  tell: (progress: MatchProgress) => void,
  spawn: () => Worker = spawnMatchWorker,
): Promise<MatchAnswer> {
  const reading = new AbortController()
  // An error loses its kind on its way through the worker: the first one is kept here.
  let failure: unknown = null
  const link = openWorker<MatchWorkerApi>(spawn, () => undefined, { computesLong: true })
  const described = ({ tileSize, levels }: Pyramid) => ({ tileSize, levels })
  try {
    return await link.call<MatchAnswer>(
      (api) =>
        api.match(
          described(from),
          described(to),
          places,
          proxy(async (which, tile) => {
            try {
              const bitmap = await [from, to][which]?.readTile(tile, reading.signal)
              return bitmap ? transfer(bitmap, [bitmap]) : null
            } catch (error) {
              failure ??= error
              throw error
            }
          }),
          // It comes by a way of its own: the last of it may be later than the answer.
          proxy((progress) => {
            if (!reading.signal.aborted) tell(progress)
          }),
        ) as Promise<MatchAnswer>,
      signal,
    )
  } catch (error) {
    throw signal.aborted ? signal.reason : (failure ?? error)
  } finally {
    reading.abort()
    link.close()
  }
}
