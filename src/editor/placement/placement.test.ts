import { describe, expect, it } from 'vitest'
import { IDLE, nextPlacement } from './placement.ts'
import type { Placement, PlacementEvent, PlacementStep } from './placement.ts'

const run = (...events: PlacementEvent[]): PlacementStep =>
  events.reduce<PlacementStep>(({ placement }, event) => nextPlacement(placement, event), { placement: IDLE })

const scan = (x: number): PlacementEvent => ({ type: 'scanClick', image: [x, x] })
const map = (x: number, predicted: [number, number] | null = null): PlacementEvent => ({
  type: 'mapClick',
  map: [x, x],
  predicted,
})

describe('placing pairs by clicks', () => {
  it('completes a pair from the scan to the map', () => {
    expect(run(scan(1), map(2))).toEqual({ placement: IDLE, pair: { image: [1, 1], map: [2, 2] } })
  })

  it('completes a pair from the map to the scan while nothing can be predicted', () => {
    expect(run(map(2), scan(1))).toEqual({ placement: IDLE, pair: { image: [1, 1], map: [2, 2] } })
  })

  it('predicts the image point of the first click on the map; the second says where the place truly lies', () => {
    const first = run(map(2, [20, 21]), { type: 'mapMove', map: [5, 5] })
    expect(first.placement).toEqual<Placement>({
      kind: 'predicted',
      image: [20, 21],
      from: [2, 2],
      cursor: [5, 5],
    })
    expect(nextPlacement(first.placement, map(7, [90, 90])).pair).toEqual({ image: [20, 21], map: [7, 7] })
  })

  it('completes a pair begun on the scan even where the map could predict', () => {
    expect(run(scan(1), map(2, [20, 20])).pair).toEqual({ image: [1, 1], map: [2, 2] })
  })

  it('lets a second click on the same pane correct the first', () => {
    expect(run(scan(1), scan(3)).placement).toEqual({ kind: 'imageSet', image: [3, 3] })
    expect(run(map(1), map(3)).placement).toEqual({ kind: 'mapSet', map: [3, 3] })
  })

  it('begins anew from the scan while a prediction is open', () => {
    expect(run(map(2, [20, 20]), scan(4)).placement).toEqual({ kind: 'imageSet', image: [4, 4] })
  })

  it.each([[scan(1)], [map(1)], [map(1, [2, 2])]])('goes back to nothing when cancelled', (event) => {
    expect(run(event, { type: 'cancel' })).toEqual({ placement: IDLE })
  })
})
