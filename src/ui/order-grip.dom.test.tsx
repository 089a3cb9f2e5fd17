import { afterEach, describe, expect, it, vi } from 'vitest'
import { placeAtHeight } from './order-grip.tsx'

/** Rows of 10 px one below the other, each at its place. */
function listOf(places: readonly number[], isNumbered: boolean): HTMLElement {
  const list = document.createElement('ul')
  for (const place of places) {
    const row = document.createElement('li')
    if (isNumbered) row.dataset['index'] = String(place)
    vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, place * 10, 100, 10))
    list.append(row)
  }
  return list
}
afterEach(() => vi.restoreAllMocks())

describe('the place of a row that is dragged', () => {
  it('is beyond every row whose middle the pointer has passed', () => {
    const list = listOf([0, 1, 2, 3], false)
    expect([0, 4, 6, 14, 16, 26, 36, 90].map((y) => placeAtHeight(list, y, 2))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ])
    expect(placeAtHeight(listOf([0], false), 50, 0)).toBe(0)
  })

  it('counts the rows that the list does not draw', () => {
    // Row 1 is drawn because it is dragged, or because it has the focus.
    const list = listOf([1, 40, 41, 42], true)
    expect([404, 406, 416, 426].map((y) => placeAtHeight(list, y, 1))).toEqual([39, 40, 41, 42])
    expect([404, 406, 416].map((y) => placeAtHeight(list, y, 42))).toEqual([40, 41, 42])
  })
})
