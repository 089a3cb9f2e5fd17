import type { Database } from '../../../db/database.ts'
import { type OutlineFacts, readFootprints } from '../../../db/queries/outline-rows.ts'
import type { FlatRing } from './tile-geometry.ts'

/** Most coordinates that are cached: 32 MB. */
const MAX_COORDINATES = 4_000_000

/**
 * Footprints of overlays, read once: what is cached of an overlay and a revision of its outline never grows old. What was not asked for
 * longest is forgotten first.
 */
export class FootprintStore {
  readonly #cached = new Map<string, readonly FlatRing[]>()
  #coordinates = 0

  /** Rings of each overlay by its id, in EPSG:3857 metres. */
  async read(
    db: Database,
    overlays: readonly Pick<OutlineFacts, 'versionId' | 'revision'>[],
  ): Promise<ReadonlyMap<string, readonly FlatRing[]>> {
    const found = new Map<string, readonly FlatRing[]>()
    const missing = new Map<string, string>()
    for (const { versionId: id, revision } of overlays) {
      if (id === null || found.has(id)) continue
      const name = `${id} ${revision}`
      const rings = this.#cached.get(name)
      if (!rings) {
        missing.set(id, name)
        continue
      }
      found.set(id, rings)
      // To the end of the order in which they are forgotten.
      this.#cached.delete(name)
      this.#cached.set(name, rings)
    }
    for (const { id, footprint } of await readFootprints(db, [...missing.keys()])) {
      const rings = footprint.map((ring) => ring.flat())
      found.set(id, rings)
      this.#keep(missing.get(id)!, rings)
    }
    return found
  }

  #keep(name: string, rings: readonly FlatRing[]): void {
    if (this.#cached.has(name)) return
    this.#cached.set(name, rings)
    this.#coordinates += sizeOf(rings)
    for (const [oldest, old] of this.#cached) {
      if (this.#coordinates <= MAX_COORDINATES) return
      this.#cached.delete(oldest)
      this.#coordinates -= sizeOf(old)
    }
  }
}

const sizeOf = (rings: readonly FlatRing[]) => rings.reduce((sum, ring) => sum + ring.length, 0)
