import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import type { SoughtFilters } from '../../../db/queries/map-filters.ts'
import { idsWithTexts, textsOf } from '../../../db/queries/text-ids.ts'
import { CoalescedLoads } from '../../cache/coalesced-loads.ts'
import type { RowSet } from './chosen-rows.ts'
import type { CurrentColumns } from './current-columns.ts'
import type { MapColumns } from './map-columns.ts'

/** Bytes of all sets that are cached. */
const MAX_BYTES = 32_000_000

interface TextRowSet extends RowSet {
  /** Changes of the columns that are in it. */
  changes: number
  has: Uint8Array
}

/**
 * Which rows have the texts of a query. PostgreSQL tells of all maps once, and afterwards of those alone that have
 * changed since.
 */
export class TextRows {
  readonly #db: Database
  readonly #current: CurrentColumns
  readonly #known = new LRUCache<string, TextRowSet>({ maxSize: MAX_BYTES })
  readonly #loads = new CoalescedLoads<RowSet>()

  constructor(db: Database, current: CurrentColumns) {
    this.#db = db
    this.#current = current
  }

  /** As they are at a moment after the call; undefined: the query says nothing of texts. */
  read(query: SoughtFilters): Promise<RowSet> | undefined {
    const texts = textsOf(query)
    return texts === undefined ? undefined : this.#loads.get(texts, () => this.#load(texts, query))
  }

  async #load(texts: string, query: SoughtFilters): Promise<RowSet> {
    const columns = await this.#current.now()
    const known = this.#known.get(texts)
    const set = known?.columns === columns ? known : { columns, changes: 0, has: new Uint8Array(0) }
    // What changes while the database is asked is asked for again the next time.
    const { changes, length } = columns
    const changed = set === known ? changedRows(columns, set.changes) : undefined
    if (changed?.length === 0) return set
    const ids = await idsWithTexts(
      this.#db,
      query,
      changed?.map((row) => columns.ids[row]!),
    )
    set.has = ofLength(set.has, Math.max(length, columns.length))
    for (const row of changed ?? []) set.has[row] = 0
    for (const id of ids) {
      const row = columns.rowOf(id)
      if (row !== undefined) set.has[row] = 1
    }
    set.changes = changes
    this.#known.set(texts, set, { size: Math.max(1, set.has.length) })
    return set
  }
}

function changedRows({ changedAt, length }: MapColumns, since: number): number[] {
  const rows: number[] = []
  for (let row = 0; row < length; row += 1) if (changedAt[row]! > since) rows.push(row)
  return rows
}

function ofLength(has: Uint8Array, length: number): Uint8Array {
  if (has.length >= length) return has
  const longer = new Uint8Array(length)
  longer.set(has)
  return longer
}
