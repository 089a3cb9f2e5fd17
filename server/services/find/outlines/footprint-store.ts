import type { Database } from '../../../db/database.ts'
import { readFootprints } from '../../../db/queries/outline-rows.ts'
import type { OutlinedMap } from './largest-maps.ts'
import type { FlatRing } from './tile-geometry.ts'

/** Most coordinates that are cached: 48 MB. */
const MAX_COORDINATES = 6_000_000
/** How much of it stays where it was too much. */
const SHARE_LEFT = 0.75

interface Cached {
  readonly revision: number
  readonly rings: readonly FlatRing[]
  readonly size: number
  /** Which of the tiles asked for it last. */
  askedAt: number
}

/**
 * Footprints of overlays, read once: what is cached of an overlay and a revision of its outline never grows old. What was not asked for
 * longest is forgotten first.
 */
export class FootprintStore {
  readonly #cached = new Map<string, Cached>()
  #coordinates = 0
  #asked = 0

  /** Rings of the overlay of each map, in EPSG:3857 metres. */
  async read(
    db: Database,
    maps: readonly OutlinedMap[],
  ): Promise<ReadonlyMap<OutlinedMap, readonly FlatRing[]>> {
    this.#asked += 1
    const found = new Map<OutlinedMap, readonly FlatRing[]>()
    const missing = new Map<string, OutlinedMap[]>()
    for (const map of maps) {
      const { versionId, revision } = map
      if (versionId === null) continue
      const cached = this.#cached.get(versionId)
      if (cached?.revision === revision) {
        cached.askedAt = this.#asked
        found.set(map, cached.rings)
      } else missing.set(versionId, [...(missing.get(versionId) ?? []), map])
    }
    for (const { id, footprint } of await readFootprints(db, [...missing.keys()])) {
      const rings = footprint.map((ring) => ring.flat())
      const [first, ...copies] = missing.get(id)!
      for (const map of [first!, ...copies]) found.set(map, rings)
      this.#keep(id, { revision: first!.revision, rings, size: sizeOf(rings), askedAt: this.#asked })
    }
    if (this.#coordinates > MAX_COORDINATES) this.#forget()
    return found
  }

  #keep(id: string, cached: Cached): void {
    this.#coordinates += cached.size - (this.#cached.get(id)?.size ?? 0)
    this.#cached.set(id, cached)
  }

  #forget(): void {
    const oldestFirst = [...this.#cached].sort(([, a], [, b]) => a.askedAt - b.askedAt)
    for (const [id, { size }] of oldestFirst) {
      if (this.#coordinates <= MAX_COORDINATES * SHARE_LEFT) return
      this.#cached.delete(id)
      this.#coordinates -= size
    }
  }
}

const sizeOf = (rings: readonly FlatRing[]) => rings.reduce((sum, ring) => sum + ring.length, 0)
