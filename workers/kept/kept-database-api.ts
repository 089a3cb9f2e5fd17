import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { KEPT_DATABASE } from '../../contract/constants.ts'
import type { BaseMaps } from '../../contract/base-map.ts'

/** Bytes of a file, or a whole answer (offset and length 0). */
export interface KeptPart {
  /** Path and query on the page's own origin. */
  readonly url: string
  readonly offset: number
  readonly length: number
  readonly bytes: ArrayBuffer
}

/** A part that an area needs; it goes with the last area that does. */
interface Holder {
  readonly area: string
  readonly url: string
  readonly offset: number
  readonly length: number
}

/** What part of the ground was asked for. Boxes and lines in EPSG:3857 metres. */
export type KeptRegion =
  | { readonly kind: 'view' | 'box'; readonly box: KeptBox }
  | {
      readonly kind: 'corridor'
      readonly lines: readonly (readonly (readonly [number, number])[])[]
      /** To either side, on the ground. */
      readonly metres: number
    }
export interface KeptBox {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** A map that is kept for one part of the ground. */
export interface KeptArea {
  readonly id: string
  readonly userId: string
  readonly title: string
  /** With its control points. */
  readonly record: MapRecord
  /** The published file, by its path on the page's own origin without signatures. */
  readonly fileUrl: string
  readonly baseMaps: BaseMaps
  readonly region: KeptRegion
  /** Finest level of the file: 0 is the whole detail. */
  readonly finestLevel: number
  /** What it takes, bytes; of an incomplete one as it was estimated. */
  readonly wholeBytes: number
  /** What has come, bytes. */
  readonly bytes: number
  /** Everything has come. */
  readonly isWhole: boolean
  readonly keptAtMs: number
}

export interface KeptSchema extends DBSchema {
  areas: { key: string; value: KeptArea }
  parts: { key: [url: string, offset: number, length: number]; value: KeptPart }
  holders: {
    key: [area: string, url: string, offset: number, length: number]
    value: Holder
    indexes: { part: [url: string, offset: number, length: number] }
  }
  /** What the navigator needs to know of the instance, by its name. */
  instance: { key: string; value: BaseMaps }
}

let opened: Promise<IDBPDatabase<KeptSchema>> | null = null

/** Rejects where the browser forbids storage. */
export function keptDatabase(): Promise<IDBPDatabase<KeptSchema>> {
  const forget = () => (opened = null)
  opened ??= openDB<KeptSchema>(KEPT_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('areas', { keyPath: 'id' })
      database.createObjectStore('parts', { keyPath: ['url', 'offset', 'length'] })
      database
        .createObjectStore('holders', { keyPath: ['area', 'url', 'offset', 'length'] })
        .createIndex('part', ['url', 'offset', 'length'])
      database.createObjectStore('instance')
    },
    // Deleted by a sign-out, here or in another window.
    blocking(_current, _next, event) {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}
