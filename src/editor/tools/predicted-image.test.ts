import { expect, it } from 'vitest'
import { predictedImage } from './point-steps.ts'

const points = [
  { id: 'a', image: [10, 20] as const, map: [0, 0] as const },
  { id: 'b', image: [30, 40] as const, map: [1, 1] as const },
]
const settled = { ids: ['b', 'a'], fit: { accuracy: { leaveOneOut: Float64Array.of(1, -2, Number.NaN, 0) } } }

it('predicts a point again where the others would have it', () => {
  expect(predictedImage(points, 'b', settled)).toEqual([31, 38])
})

it('predicts nothing where the others do not tell, or the point is not fitted', () => {
  expect(predictedImage(points, 'a', settled)).toBeNull()
  expect(predictedImage(points, 'c', settled)).toBeNull()
  expect(predictedImage(points, 'b', null)).toBeNull()
})
