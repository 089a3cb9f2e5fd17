import { describe, expect, it } from 'vitest'
import { withImage, withMap } from './half-pair.ts'
import type { HalfPair } from './half-pair.ts'

describe('placing pairs by presses', () => {
  it('completes a pair from the scan to the map', () => {
    const half = withImage(null, [1, 1]) as HalfPair
    expect(withMap(half, [2, 2], null)).toEqual({ kind: 'whole', image: [1, 1], map: [2, 2] })
  })

  it('completes a pair from the map to the scan while nothing can be predicted', () => {
    const half = withMap(null, [2, 2], null) as HalfPair
    expect(withImage(half, [1, 1])).toEqual({ kind: 'whole', image: [1, 1], map: [2, 2] })
  })

  it('predicts the image point of the first press on the map; the second says where the place truly lies', () => {
    const half = withMap(null, [2, 2], [20, 21])
    expect(half).toEqual({ kind: 'predicted', image: [20, 21], from: [2, 2], cursor: [2, 2] })
    expect(withMap(half as HalfPair, [7, 7], [90, 90])).toEqual({
      kind: 'whole',
      image: [20, 21],
      map: [7, 7],
    })
  })

  it('completes a pair begun on the scan even where the map could predict', () => {
    const half = withImage(null, [1, 1]) as HalfPair
    expect(withMap(half, [2, 2], [20, 20])).toEqual({ kind: 'whole', image: [1, 1], map: [2, 2] })
  })

  it('lets a second press on the same pane correct the first', () => {
    expect(withImage({ kind: 'imageSet', image: [1, 1] }, [3, 3])).toEqual({
      kind: 'imageSet',
      image: [3, 3],
    })
    expect(withMap({ kind: 'mapSet', map: [1, 1] }, [3, 3], null)).toEqual({ kind: 'mapSet', map: [3, 3] })
  })

  it('completes a pair from the map to the scan where the map could predict', () => {
    const predicted = { kind: 'predicted', image: [20, 20], from: [2, 2], cursor: [3, 3] } as const
    expect(withImage(predicted, [4, 4])).toEqual({ kind: 'whole', image: [4, 4], map: [2, 2] })
  })
})
