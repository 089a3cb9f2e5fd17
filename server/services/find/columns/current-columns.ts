import type { Database } from '../../../db/database.ts'
import { readAllColumns, readColumnChanges } from '../../../db/queries/map-columns.ts'
import { CoalescedLoads } from '../../cache/coalesced-loads.ts'
import { MapColumns } from './map-columns.ts'

interface Known {
  readonly columns: MapColumns
  /** The database's snapshot that they are of. */
  state: string
}

/**
 * The columns of this process, never older than the question: each brings them up to date first, which is one statement
 * for all who ask at a time.
 */
export class CurrentColumns {
  readonly #db: Database
  readonly #loads = new CoalescedLoads<MapColumns>()
  #known: Known | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** The maps as they are at a moment after the call. What comes of them must be found before anything is waited for. */
  now(): Promise<MapColumns> {
    return this.#loads.get('columns', () => this.#current())
  }

  /** One runs at a time. */
  async #current(): Promise<MapColumns> {
    for (;;) {
      this.#known ??= await this.#readAll()
      const { columns, state: since } = this.#known
      const { state, changed } = await readColumnChanges(this.#db, since)
      if (changed) {
        for (const { id, row } of changed) {
          if (row) columns.set(row)
          else columns.remove(id)
        }
        this.#known.state = state
        if (!columns.isMostlyEmpty) return columns
      }
      this.#known = undefined
    }
  }

  async #readAll(): Promise<Known> {
    const columns = new MapColumns()
    const state = await readAllColumns(this.#db, (rows) => {
      for (const row of rows) columns.set(row)
    })
    return { columns, state }
  }
}
