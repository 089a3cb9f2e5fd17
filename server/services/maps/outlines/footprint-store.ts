import type { Database } from '../../../db/database.ts'
import { readFootprints } from '../../../db/queries/outline-rows.ts'
import type { FlatRing } from './tile-geometry.ts'

/** Coordinates that are kept at most: 32 MB. */
const KEPT_COORDINATES = 4_000_000

/**
 * Footprints of overlays, read once: an overlay never changes, so what is kept never grows old. What was not asked for
 * longest is forgotten first.
 */
export class FootprintStore {
  readonly #kept = new Map<string, readonly FlatRing[]>()
  #coordinates = 0

  /** Rings of each overlay, in EPSG:3857 metres. */
  async read(db: Database, versionIds: readonly string[]): Promise<ReadonlyMap<string, readonly FlatRing[]>> {
    const found = new Map<string, readonly FlatRing[]>()
    const missing = versionIds.filter((id) => {
      const rings = this.#kept.get(id)
      if (!rings) return true
      found.set(id, rings)
      // To the end of the order in which they are forgotten.
      this.#kept.delete(id)
      this.#kept.set(id, rings)
      return false
    })
    for (const { id, footprint } of await readFootprints(db, missing)) {
      const rings = footprint.map((ring) => ring.flat())
      found.set(id, rings)
      this.#keep(id, rings)
    }
    return found
  }

  #keep(id: string, rings: readonly FlatRing[]): void {
    if (this.#kept.has(id)) return
    this.#kept.set(id, rings)
    this.#coordinates += sizeOf(rings)
    for (const [oldest, old] of this.#kept) {
      if (this.#coordinates <= KEPT_COORDINATES) return
      this.#kept.delete(oldest)
      this.#coordinates -= sizeOf(old)
    }
  }
}

const sizeOf = (rings: readonly FlatRing[]) => rings.reduce((sum, ring) => sum + ring.length, 0)
