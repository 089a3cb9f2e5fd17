import { describe, expect, it } from 'vitest'
import type { AccuracyRow } from './accuracy-rows.ts'
import { nextOrder, sortedRows } from './row-order.ts'

const row = (number: number, errorPx: number | null, enabled = true): AccuracyRow => ({
  point: { id: `p${number}`, image: [0, 0], map: [0, 0], enabled },
  number,
  errorPx,
  errorMetres: null,
  residualPx: null,
  suspect: false,
  reason: null,
})
const numbers = ({ sorted }: { readonly sorted: readonly AccuracyRow[] }) =>
  sorted.map(({ number }) => number)

describe('the order of the rows', () => {
  const first = sortedRows([row(1, 2), row(2, 9), row(3, 5)], 'error')

  it('follows the errors', () => {
    expect(numbers(first)).toEqual([2, 3, 1])
    expect(numbers(nextOrder(first, [row(1, 7), row(2, 3), row(3, 5)]))).toEqual([1, 3, 2])
  })

  it('stays where a point is switched off, whatever the errors become, until it is sorted again', () => {
    const off = nextOrder(first, [row(1, 2), row(2, null, false), row(3, 5)])
    expect(numbers(off)).toEqual([2, 3, 1])
    const settled = nextOrder(off, [row(1, 6), row(2, null, false), row(3, 1)])
    expect(numbers(settled)).toEqual([2, 3, 1])
    expect(settled.isHeld).toBe(true)
    expect(numbers(sortedRows(settled.rows, 'error'))).toEqual([1, 3, 2])
  })

  it('takes new points in at its end while it stays, and closes up over those that went', () => {
    const off = nextOrder(first, [row(1, 2), row(2, null, false), row(3, 5)])
    expect(numbers(nextOrder(off, [row(1, 2), row(2, null, false), row(4, 3), row(5, 8)]))).toEqual([
      2, 1, 5, 4,
    ])
  })

  it('is by number where that was chosen', () => {
    const byNumber = sortedRows(first.rows, 'number')
    const off = nextOrder(byNumber, [row(1, null, false), row(2, 9), row(3, 5)])
    expect([numbers(off), off.isHeld]).toEqual([[1, 2, 3], false])
  })
})
