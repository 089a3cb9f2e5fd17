import { expect, it } from 'vitest'
import { placeAfterKey, scrollTopFor } from './row-keys.ts'

const size = { rows: 100, columns: 4, page: 7 }
const from = (row: number, column = 0) => ({ row, column })

it('goes by rows with the arrows and pages, and to both ends', () => {
  const rowAfter = (key: string, row: number) => placeAfterKey(key, from(row), size)?.row
  expect(rowAfter('ArrowDown', 3)).toBe(4)
  expect(rowAfter('ArrowUp', 0)).toBe(0)
  expect(rowAfter('ArrowDown', 99)).toBe(99)
  expect(rowAfter('PageDown', 3)).toBe(10)
  expect(rowAfter('PageUp', 3)).toBe(0)
  expect(rowAfter('Home', 50)).toBe(0)
  expect(rowAfter('End', 50)).toBe(99)
})

it('goes by cells sideways, stays in its column up and down, and leaves other keys alone', () => {
  expect(placeAfterKey('ArrowRight', from(3, 1), size)).toEqual(from(3, 2))
  expect(placeAfterKey('ArrowRight', from(3, 3), size)).toEqual(from(3, 3))
  expect(placeAfterKey('ArrowLeft', from(3, 0), size)).toEqual(from(3, 0))
  expect(placeAfterKey('ArrowDown', from(3, 2), size)).toEqual(from(4, 2))
  expect(placeAfterKey('Enter', from(3), size)).toBeNull()
})

it('scrolls no further than a row needs to be whole in view', () => {
  expect(scrollTopFor(5, 100, 0, 400)).toBe(200)
  expect(scrollTopFor(1, 100, 250, 400)).toBe(100)
  expect(scrollTopFor(4, 100, 250, 400)).toBe(250)
})
