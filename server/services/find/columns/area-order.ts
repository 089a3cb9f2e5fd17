import type { MapColumns } from './map-columns.ts'

/** Rows that have a box, the largest first. */
export class AreaOrder {
  #rows: Uint32Array = new Uint32Array(0)
  #columns: MapColumns | undefined
  #upTo = 0

  /** The order as the columns are now. */
  of(columns: MapColumns): Uint32Array {
    if (this.#columns !== columns) {
      this.#columns = columns
      this.#upTo = 0
      this.#rows = new Uint32Array(0)
    }
    if (this.#upTo < columns.lastBoxChange) {
      this.#rows = merged(columns, this.#rows, this.#upTo)
      this.#upTo = columns.lastBoxChange
    }
    return this.#rows
  }
}

/** The largest first; the id decides between equals. */
export function bySize({ west, south, east, north, ids }: MapColumns): (a: number, b: number) => number {
  const areaOf = (row: number) => (east[row]! - west[row]!) * (north[row]! - south[row]!)
  return (a, b) => areaOf(b) - areaOf(a) || (ids[a]! < ids[b]! ? -1 : 1)
}

/** An order with the rows in it whose boxes have changed since. */
function merged(columns: MapColumns, ordered: Uint32Array, since: number): Uint32Array {
  const { boxChangedAt, length } = columns
  const compare = bySize(columns)
  const changed: number[] = []
  for (let row = 0; row < length; row += 1)
    if (boxChangedAt[row]! > since && columns.hasBox(row)) changed.push(row)
  changed.sort(compare)
  const rows = new Uint32Array(ordered.length + changed.length)
  let [count, place] = [0, 0]
  for (const row of ordered) {
    if (boxChangedAt[row]! > since) continue
    for (; place < changed.length && compare(changed[place]!, row) < 0; place += 1)
      rows[count++] = changed[place]!
    rows[count++] = row
  }
  for (; place < changed.length; place += 1) rows[count++] = changed[place]!
  return rows.subarray(0, count)
}
