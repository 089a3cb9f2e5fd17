import { byError } from './accuracy-rows.ts'
import type { AccuracyRow } from './accuracy-rows.ts'

export type SortedBy = 'error' | 'number'

/** The rows as they stand in the table. */
export interface RowOrder {
  readonly rows: readonly AccuracyRow[]
  readonly by: SortedBy
  /** A point was switched since they were sorted: they keep their places, so that no row leaves the hand. */
  readonly isHeld: boolean
  readonly sorted: readonly AccuracyRow[]
}

export function sortedRows(rows: readonly AccuracyRow[], by: SortedBy): RowOrder {
  return { rows, by, isHeld: false, sorted: by === 'error' ? byError(rows) : rows }
}

/** The order once the rows have become others. New ones come last where the order is held. */
export function nextOrder(order: RowOrder, rows: readonly AccuracyRow[]): RowOrder {
  const fresh = sortedRows(rows, order.by)
  const before = new Map(order.sorted.map(({ point }, at) => [point.id, { at, isOn: point.enabled }]))
  const isSwitched = rows.some(({ point }) => (before.get(point.id)?.isOn ?? point.enabled) !== point.enabled)
  if (order.by === 'number' || !(order.isHeld || isSwitched)) return fresh
  const placeOf = ({ point }: AccuracyRow) => before.get(point.id)?.at ?? Infinity
  const sorted = fresh.sorted.toSorted((a, b) => {
    const [at, other] = [placeOf(a), placeOf(b)]
    return at === other ? 0 : at - other
  })
  return { ...fresh, isHeld: true, sorted }
}
