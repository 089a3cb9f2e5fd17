import type { ColumnRow } from '../../../db/queries/map-columns.ts'

/** Bits of `flags`. */
export const FLAG = {
  /** The row is in use. */
  here: 1,
  public: 2,
  /** Has a published overlay. */
  placed: 4,
  /** Everyone may find it: public, and either placed or ready to be. */
  open: 8,
  licensed: 16,
  /** Has a box. */
  boxed: 32,
} as const

/** Stand in for the years of undated maps, beyond all that can be asked for. */
const [UNDATED_FIRST, UNDATED_LAST] = [32_767, -32_768]

const FIRST_LENGTH = 1_024

let made = 0

/**
 * What finding looks at of every map that is not in the trash, a column each: to look at all of a hundred thousand takes
 * less than a millisecond, in any combination of filters. A map keeps its row, and no other map gets it after it.
 *
 * Decision: docs/decisions/2026-11-28-columns-in-memory.md
 */
export class MapColumns {
  /** Tells these columns from those that were read before or will be after them. */
  readonly number = (made += 1)
  readonly #rows = new Map<string, number>()
  readonly #owners = new Map<string, number>()
  /** How many rows there are, those of removed maps among them. */
  length = 0
  /** Changes so far; each row knows which was its last. */
  changes = 0

  readonly ids: string[] = []
  readonly titles: string[] = []
  readonly versionIds: (string | null)[] = []
  flags = new Uint8Array(FIRST_LENGTH)
  owners = new Int32Array(FIRST_LENGTH)
  /** Of undated maps later than any `lastYears`, whose counterpart is earlier than any of these. */
  firstYears = new Int16Array(FIRST_LENGTH)
  lastYears = new Int16Array(FIRST_LENGTH)
  outlineRevisions = new Int16Array(FIRST_LENGTH)
  /** NaN where there is no overlay. */
  west = new Float64Array(FIRST_LENGTH)
  south = new Float64Array(FIRST_LENGTH)
  east = new Float64Array(FIRST_LENGTH)
  north = new Float64Array(FIRST_LENGTH)
  changedAt = new Float64Array(FIRST_LENGTH)
  /** The last change of what an outline shows: title, overlay and its box. */
  drawnAt = new Float64Array(FIRST_LENGTH)

  rowOf(id: string): number | undefined {
    return this.#rows.get(id)
  }

  /** The number of a user in `owners`; -1: of none of the maps. */
  ownerNumber(userId: string): number {
    return this.#owners.get(userId) ?? -1
  }

  isUndated(row: number): boolean {
    return this.firstYears[row] === UNDATED_FIRST
  }

  set(map: ColumnRow): void {
    const row = this.#rows.get(map.id) ?? this.#newRow(map.id)
    const { title, versionId, outlineRevision } = map
    this.#change(row)
    const isMoved = this.#setBox(row, map.corners)
    const isDrawnAnew =
      isMoved ||
      this.titles[row] !== title ||
      this.versionIds[row] !== versionId ||
      this.outlineRevisions[row] !== outlineRevision
    if (isDrawnAnew) this.drawnAt[row] = this.changes
    this.titles[row] = title
    this.versionIds[row] = versionId
    this.outlineRevisions[row] = outlineRevision
    this.flags[row] = flagsOf(map)
    this.owners[row] = this.#numberOwner(map.ownerId)
    this.firstYears[row] = map.firstYear ?? UNDATED_FIRST
    this.lastYears[row] = map.lastYear ?? UNDATED_LAST
  }

  remove(id: string): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#change(row)
    this.#setBox(row, null)
    this.flags[row] = 0
    this.#rows.delete(id)
  }

  #change(row: number): void {
    this.changes += 1
    this.changedAt[row] = this.changes
  }

  /** Whether it was another. */
  #setBox(row: number, corners: readonly number[] | null): boolean {
    const [west = NaN, south = NaN, east = NaN, north = NaN] = corners ?? []
    const isSame =
      Object.is(this.west[row], west) &&
      Object.is(this.south[row], south) &&
      Object.is(this.east[row], east) &&
      Object.is(this.north[row], north)
    if (isSame) return false
    this.west[row] = west
    this.south[row] = south
    this.east[row] = east
    this.north[row] = north
    return true
  }

  /** Whether most of the rows are of maps that are gone. */
  get isMostlyEmpty(): boolean {
    return this.length > FIRST_LENGTH && this.#rows.size < this.length / 2
  }

  #newRow(id: string): number {
    const row = this.length
    this.length += 1
    if (row >= this.flags.length) this.#grow()
    this.#rows.set(id, row)
    this.ids[row] = id
    return row
  }

  #numberOwner(userId: string): number {
    const known = this.#owners.get(userId)
    if (known !== undefined) return known
    this.#owners.set(userId, this.#owners.size)
    return this.#owners.size - 1
  }

  #grow(): void {
    this.flags = longer(this.flags)
    this.owners = longer(this.owners)
    this.firstYears = longer(this.firstYears)
    this.lastYears = longer(this.lastYears)
    this.outlineRevisions = longer(this.outlineRevisions)
    this.west = longer(this.west)
    this.south = longer(this.south)
    this.east = longer(this.east)
    this.north = longer(this.north)
    this.changedAt = longer(this.changedAt)
    this.drawnAt = longer(this.drawnAt)
  }
}

function flagsOf(map: ColumnRow): number {
  const isPlaced = map.versionId !== null
  const isOpen = map.isPublic && (isPlaced || map.isReady)
  return (
    FLAG.here |
    (map.isPublic ? FLAG.public : 0) |
    (isPlaced ? FLAG.placed : 0) |
    (isOpen ? FLAG.open : 0) |
    (map.hasLicence ? FLAG.licensed : 0) |
    (map.corners ? FLAG.boxed : 0)
  )
}

type Column = Uint8Array | Int16Array | Int32Array | Float64Array

/** A copy with half as much room again. */
function longer<Kind extends Column>(column: Kind): Kind {
  const copy = new (column.constructor as new (length: number) => Kind)(Math.ceil(column.length * 1.5))
  copy.set(column)
  return copy
}
