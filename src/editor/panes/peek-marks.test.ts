import { expect, it } from 'vitest'
import { peekMarks } from './peek-marks.ts'

const marks = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    number: i + 1,
    image: [i, i] as const,
    map: [i, i] as const,
    enabled: true,
    suspect: false,
  }))

it('shows a few points all, and of many those that are lit', () => {
  expect(peekMarks(marks(5), [])).toHaveLength(5)
  expect(peekMarks(marks(6), [null, null])).toEqual([])
  expect(peekMarks(marks(6), ['p4', 'p1']).map(({ id }) => id)).toEqual(['p1', 'p4'])
})
