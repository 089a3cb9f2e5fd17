import type { Database } from '../../../db/database.ts'
import { readFootprints } from '../../../db/queries/outline-rows.ts'
import type { OutlinedMap } from './met-maps.ts'
import type { FlatRing } from '../../../../cog/outline/rings.ts'

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

type Footprints = Map<OutlinedMap, readonly FlatRing[]>

/**
 * Footprints of overlays, read once: what is cached of an overlay and a revision of its outline never grows old. What was not asked for
 * longest is forgotten first.
 */
export class FootprintStore {
  readonly #cached = new Map<string, Cached>()
  #coordinates = 0
  #asked = 0

  /** Ends when those who asked before have what they asked for. */
  #reading: Promise<unknown> = Promise.resolve()

  /** Rings of the overlay of each map, in EPSG:3857 metres. */
  async read(db: Database, maps: readonly OutlinedMap[]): Promise<Footprints> {
    const { found, missing } = this.#find(maps)
    if (missing.length === 0) return found
    // One after the other: tiles beside one another share maps, and what is being read is not read again.
    const reading = this.#reading.then(() => this.#load(db, missing))
    this.#reading = reading.catch(() => undefined)
    for (const [map, rings] of await reading) found.set(map, rings)
    return found
  }

  /** What is cached of some maps, and what is not. */
  #find(maps: readonly OutlinedMap[]): { found: Footprints; missing: OutlinedMap[] } {
    this.#asked += 1
    const found: Footprints = new Map()
    const missing = maps.filter((map) => {
      const cached = map.versionId === null ? undefined : this.#cached.get(map.versionId)
      if (cached?.revision !== map.revision) return map.versionId !== null
      cached.askedAt = this.#asked
      found.set(map, cached.rings)
      return false
    })
    return { found, missing }
  }

  async #load(db: Database, maps: readonly OutlinedMap[]): Promise<Footprints> {
    const { found, missing } = this.#find(maps)
    // One that meets a tile in two copies of the world is there twice.
    const byVersion = new Map<string, OutlinedMap[]>()
    for (const map of missing) byVersion.set(map.versionId!, [...(byVersion.get(map.versionId!) ?? []), map])
    for (const { id, footprint } of await readFootprints(db, [...byVersion.keys()])) {
      const rings = footprint.map((ring) => ring.flat())
      for (const map of byVersion.get(id)!) {
        found.set(map, rings)
        this.#keep(id, { revision: map.revision, rings, size: sizeOf(rings), askedAt: this.#asked })
      }
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
