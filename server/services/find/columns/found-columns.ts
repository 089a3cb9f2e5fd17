import type { Corners } from '../../../../contract/api/map-record.ts'
import type { Database } from '../../../db/database.ts'
import { namesHidden, type SoughtQuery } from '../../../db/queries/find-stretches.ts'
import { worldCopies } from '../../../db/queries/map-boxes.ts'
import type { SoughtFilters } from '../../../db/queries/map-filters.ts'
import { idsInCatalogs } from '../../../db/queries/text-ids.ts'
import { type Choice, chosenRows, countHidden, meetsAny, type RowSet } from './chosen-rows.ts'
import { CurrentColumns } from './current-columns.ts'
import type { MapColumns } from './map-columns.ts'
import { TextRows } from './text-rows.ts'

/** The maps of a query, for as long as nothing is waited for. */
export interface ChosenMaps {
  readonly columns: MapColumns
  readonly rows: Uint32Array
}

export interface FoundCounts {
  readonly total: number
  readonly inView: number | undefined
}

/** Chooses maps by their columns, and by what PostgreSQL tells of texts and catalogs. */
export class FoundColumns {
  readonly #db: Database
  readonly #current: CurrentColumns
  readonly #texts: TextRows

  constructor(db: Database) {
    this.#db = db
    this.#current = new CurrentColumns(db)
    this.#texts = new TextRows(db, this.#current)
  }

  /** Reads the maps before the first question does. */
  async warmUp(): Promise<void> {
    await this.#current.now()
  }

  /**
   * What comes of the maps of a query that a viewer may see whole, as they are at a moment after the call.
   *
   * @param answer is given the maps; they are not the same any more once it has returned
   */
  async choose<Result>(
    query: SoughtFilters,
    viewerId: string,
    answer: (chosen: ChosenMaps) => Result,
  ): Promise<Result> {
    const { columns, choice } = await this.#read(query, viewerId)
    return answer({ columns, rows: chosenRows(columns, choice) })
  }

  /** As `choose`, of the maps alone that meet one of some boxes. */
  async around<Result>(
    query: SoughtFilters,
    viewerId: string,
    boxes: readonly Corners[],
    answer: (chosen: ChosenMaps) => Result,
  ): Promise<Awaited<Result>> {
    const { columns, choice } = await this.#read(query, viewerId)
    return await answer({ columns, rows: chosenRows(columns, { ...choice, around: boxes }) })
  }

  /** How many maps a query finds, hidden ones that its list names included, and how many of them meet its view. */
  async count(query: SoughtQuery, viewerId: string): Promise<FoundCounts> {
    const { columns, choice } = await this.#read(query, viewerId)
    const rows = chosenRows(columns, choice)
    const total = rows.length + (namesHidden(query) ? countHidden(columns, choice) : 0)
    if (!query.view) return { total, inView: undefined }
    const meets = meetsAny(columns, worldCopies(query.view))
    let inView = 0
    for (const row of rows) if (meets(row)) inView += 1
    return { total, inView }
  }

  async #read(query: SoughtFilters, viewerId: string): Promise<{ columns: MapColumns; choice: Choice }> {
    for (;;) {
      const isOfCatalogs = query.list === 'catalog' || query.list === 'favorite'
      const [members, texts] = await Promise.all([
        isOfCatalogs ? idsInCatalogs(this.#db, viewerId, query) : undefined,
        this.#texts.read(query),
      ])
      const columns = await this.#current.now()
      // All were read anew in the meantime: its rows are of the columns before.
      if (texts && texts.columns !== columns) continue
      const among = [...(texts ? [texts] : []), ...(members ? [rowSet(columns, members)] : [])]
      const { list, from, to, box, isTransformed, hasLicence, isPublic } = query
      return {
        columns,
        choice: { list, from, to, box, isTransformed, hasLicence, isPublic, viewerId, among },
      }
    }
  }
}

function rowSet(columns: MapColumns, ids: readonly string[]): RowSet {
  const has = new Uint8Array(columns.length)
  for (const id of ids) {
    const row = columns.rowOf(id)
    if (row !== undefined) has[row] = 1
  }
  return { columns, has }
}
