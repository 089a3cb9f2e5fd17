import { expect, it } from 'vitest'
import type { ControlPoint } from '../../../contract/control-points.ts'
import { pointOfComment, publishedName } from './commented-point.ts'

const published = {
  version: 3,
  assigned: null,
  transformation: {
    imagePoints: [
      { pixelX: 1, pixelY: 2 },
      { pixelX: 1, pixelY: 2 },
    ],
    mapPoints: [
      [10, 20],
      [11, 20],
    ] as [number, number][],
    transformationType: 'TPS' as const,
    mask: null,
    disabled: [],
    notes: {},
  },
}
const point: ControlPoint = { id: 'a', image: [1, 2], map: [11, 20], enabled: true }

it('names a point by its number in the published overlay', () => {
  expect(publishedName(published, point)).toEqual({ version: 3, number: 2 })
})

it('has no name for a point that others do not see', () => {
  expect(publishedName(published, { ...point, map: [11, 21] })).toBeNull()
  expect(publishedName({ ...published, transformation: null, version: null }, point)).toBeNull()
  const to = { id: 'u', _id: 'u', username: 'Jonas' }
  const assigned = { to, expireAt: '2026-01-01T00:00:00Z', isDone: true, isTransformed: true }
  expect(publishedName({ ...published, assigned }, point)).toBeNull()
})

it('finds the point of a comment while it stands where it stood', () => {
  expect(
    pointOfComment([{ ...point, id: 'b', map: [0, 0] }, point], { image: [1, 2], map: [11, 20] })?.id,
  ).toBe('a')
  expect(pointOfComment([point], { image: [1, 2], map: [12, 20] })).toBeUndefined()
})
