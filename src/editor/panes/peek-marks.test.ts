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

it('shows a few points all, and of many the selected one', () => {
  expect(peekMarks(marks(5), null)).toHaveLength(5)
  expect(peekMarks(marks(6), null)).toEqual([])
  expect(peekMarks(marks(6), 'p4').map(({ id }) => id)).toEqual(['p4'])
})
