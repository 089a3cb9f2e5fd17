import { expect, it } from 'vitest'
import { TRANSFORMATION_TYPES } from '../../contract/control-points.ts'
import { loadKernel } from '../../wasm-tps/tests/load-kernel.ts'
import { edges, heldBack, shareWithin, tenths } from '../support/held-back.ts'
import { realPoints } from '../support/real-points.ts'
import { describeWithSharedData } from '../support/shared-data.ts'

/** Maps with fewer points say too little of a share of nine tenths. */
const FEWEST_POINTS = 30
/** Drawn maps: their errors are none that a surveyor or an engraver made. */
const DRAWN: readonly string[] = ['lithuania', 'minsk']

const kernel = await loadKernel()

describeWithSharedData('points of real maps that a map was fitted without', () => {
  const sets = () =>
    [...realPoints()]
      .map(([set, maps]) => ({ set, maps: maps.filter(({ gcps }) => gcps.length / 4 >= FEWEST_POINTS) }))
      .filter(({ set, maps }) => maps.length > 0 && !DRAWN.includes(set))

  it.each(TRANSFORMATION_TYPES)(
    'lie within the radius of nine tenths in 90 ± 3 %, and in 85 % beyond the other points: %s',
    (type) => {
      const beyond = sets().flatMap(({ maps }) =>
        maps.flatMap(({ gcps }) => edges(gcps).flatMap((left) => heldBack(kernel, type, gcps, left))),
      )
      for (const { set, maps } of sets()) {
        const tried = maps.flatMap(({ gcps }) =>
          tenths(gcps.length / 4, 2).flatMap((left) => heldBack(kernel, type, gcps, left)),
        )
        expect(Math.abs(shareWithin(tried) - 0.9), set).toBeLessThanOrEqual(0.03)
      }
      expect(shareWithin(beyond)).toBeGreaterThanOrEqual(0.85)
    },
  )

  it('are the points of four sets with more than thirty each', () => {
    expect(
      sets()
        .map(({ set }) => set)
        .toSorted(),
    ).toEqual(['FRAD094_3P', 'basel', 'jacoubet', 'kartenforum'])
  })
})
