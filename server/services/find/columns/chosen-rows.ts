import type { FindFilters, FindList } from '../../../../contract/api/find.ts'
import type { Corners } from '../../../../contract/api/map-record.ts'
import { worldCopies } from '../../../db/queries/map-boxes.ts'
import { FLAG, type MapColumns } from './map-columns.ts'

/** Some rows of columns: 1 for each that is meant; rows beyond its end are not. */
export interface RowSet {
  readonly columns: MapColumns
  readonly has: Uint8Array
}

/** What rows are chosen by; texts and catalogs have become sets of rows before. */
export interface Choice extends Pick<
  FindFilters,
  'list' | 'from' | 'to' | 'box' | 'isTransformed' | 'hasLicence' | 'isPublic'
> {
  readonly viewerId: string
  readonly among: readonly RowSet[]
  /** Boxes of which each map must meet one. */
  readonly around?: readonly Corners[] | undefined
}

/** No map has this flag. */
const NO_MAP = 0x100

/** The flags of what a list shows to everyone. */
const SHOWN_TO_ALL: Record<FindList, number> = {
  public: FLAG.public | FLAG.placed,
  personal: NO_MAP,
  all: FLAG.open,
  catalog: FLAG.public,
  favorite: FLAG.public,
}

/** The flags that a filter asks for, and what they must be. */
function flagsWanted({ isTransformed, hasLicence, isPublic, box, around }: Choice): {
  mask: number
  wanted: number
} {
  let [mask, wanted]: [number, number] = [FLAG.here, FLAG.here]
  for (const [flag, isWanted] of [
    [FLAG.placed, isTransformed],
    [FLAG.licensed, hasLicence],
    [FLAG.public, isPublic],
    [FLAG.boxed, box || around ? true : undefined],
  ] as const) {
    if (isWanted === undefined) continue
    mask |= flag
    if (isWanted) wanted |= flag
  }
  return { mask, wanted }
}

type Condition = (row: number) => boolean

/** Whether the box of a row meets one of some boxes, its edge included. */
export function meetsAny(columns: MapColumns, boxes: readonly Corners[]): Condition {
  const { west, south, east, north } = columns
  const [{ minX, minY, maxX, maxY }, ...others] = boxes as [Corners, ...Corners[]]
  const meetsOther = others.length > 0 ? meetsAny(columns, others) : undefined
  return (row) =>
    (west[row]! <= maxX && east[row]! >= minX && south[row]! <= maxY && north[row]! >= minY) ||
    (meetsOther?.(row) ?? false)
}

/** Where rows are written that are chosen: a question is done with them before the next one begins. */
let written = new Uint32Array(0)

/** The rows of a choice, by their numbers. Valid until rows are chosen the next time. */
export function chosenRows(columns: MapColumns, choice: Choice): Uint32Array {
  const { flags, owners, firstYears, lastYears } = columns
  const { west, south, east, north } = columns
  const { from = -Infinity, to = Infinity, list, viewerId } = choice
  const { mask, wanted } = flagsWanted(choice)
  const shown = SHOWN_TO_ALL[list]
  const own = list === 'public' ? -1 : columns.ownerNumber(viewerId)
  const { minX, minY, maxX, maxY, conditions } = conditionsOf(columns, choice)
  const { length } = columns
  if (written.length < length) written = new Uint32Array(Math.ceil(length * 1.5))
  let count = 0
  for (let row = 0; row < length; row += 1) {
    const flag = flags[row]!
    if ((flag & mask) !== wanted || ((flag & shown) !== shown && owners[row] !== own)) continue
    // The years that stand for those of undated maps are beyond what is asked for.
    if (lastYears[row]! < from || firstYears[row]! > to) continue
    if (west[row]! > maxX || east[row]! < minX || south[row]! > maxY || north[row]! < minY) continue
    let isChosen = true
    for (let at = 0; at < conditions.length && isChosen; at += 1) isChosen = conditions[at]!(row)
    if (!isChosen) continue
    written[count] = row
    count += 1
  }
  return written.subarray(0, count)
}

const EVERYWHERE: Corners = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity }

/** What a row must meet beside flags and years: a box, which is compared the soonest, and the rest. */
function conditionsOf(
  columns: MapColumns,
  { box, around, among }: Choice,
): Corners & { conditions: Condition[] } {
  // What lies beyond the world's edge is met in the next copy of it.
  const boxes = [around, box && worldCopies(box)].filter((copies) => copies !== undefined)
  const alone = boxes.find((copies) => copies.length === 1)
  return {
    ...(alone?.[0] ?? EVERYWHERE),
    conditions: [
      ...boxes.filter((copies) => copies !== alone).map((copies) => meetsAny(columns, copies)),
      ...among.map(
        ({ has }): Condition =>
          (row) =>
            has[row] === 1,
      ),
    ],
  }
}

/** How many of the maps among which is chosen are hidden from the viewer. */
export function countHidden(columns: MapColumns, { among, viewerId }: Choice): number {
  const { flags, owners, length } = columns
  const own = columns.ownerNumber(viewerId)
  let count = 0
  for (let row = 0; row < length; row += 1) {
    const isHidden = (flags[row]! & (FLAG.here | FLAG.public)) === FLAG.here && owners[row] !== own
    if (isHidden && among.every(({ has }) => has[row] === 1)) count += 1
  }
  return count
}
