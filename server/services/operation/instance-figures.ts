import type { Database } from '../../db/database.ts'
import { countInstance, type InstanceFigures } from '../../db/queries/instance-figures.ts'
import { LoadingCache } from '../cache/loading-cache.ts'

/** From so many public maps on an instance shows figures of its own. */
const PUBLIC_MAPS_TO_SHOW = 20

/** Counting reads every map, and anyone may ask: the same answer serves for so long. Milliseconds. */
const COUNTED_FOR_MS = 5 * 60_000

/** What an instance says of itself to anyone; null while there is too little to say. */
export type CountsInstance = () => Promise<InstanceFigures | null>

export function openInstanceFigures(db: Database): CountsInstance {
  const cache = new LoadingCache<InstanceFigures>({ max: 1, ttlOf: () => COUNTED_FOR_MS })
  return async () => {
    const figures = await cache.get('figures', () => countInstance(db))
    return figures.publicMaps < PUBLIC_MAPS_TO_SHOW ? null : figures
  }
}
