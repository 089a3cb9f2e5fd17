import { expect, it } from 'vitest'
import { uppermost } from './uppermost.ts'

const square = (x: number): [number, number][] => [
  [x, 0],
  [x + 10, 0],
  [x + 10, 10],
  [x, 10],
]
const map = (id: string, x: number, kind: 'shown' | 'loading' = 'shown') => ({
  id,
  title: id,
  path: `${id}.tif`,
  status: { kind },
  record: { footprint: [square(x)] },
})

it('is the uppermost map that covers the place that is asked about, else the uppermost that is drawn', () => {
  const maps = [map('low', 0), map('high', 5), map('not yet', 0, 'loading')]
  const idAt = (x: number) => uppermost(maps, [x, 5])?.id
  expect(idAt(2)).toBe('low')
  expect(idAt(7)).toBe('high')
  expect(idAt(12)).toBe('high')
  expect(idAt(50)).toBe('high')
  expect(uppermost(maps)?.id).toBe('high')
  expect(uppermost([])).toBeNull()
})
