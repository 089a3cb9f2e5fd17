import { describe, expect, it } from 'vitest'
import { mapPlaneOf } from './map-plane.ts'
import { PROJECTION_KINDS, plausibleProjections } from './plausible-projections.ts'

const EUROPE = [
  [-10, 36],
  [50, 66],
] as const

describe('plausible projections', () => {
  it('are of every kind, around the middle of the places, and can be computed', async () => {
    const found = plausibleProjections(EUROPE)
    expect(found.map(({ kind }) => kind)).toEqual(PROJECTION_KINDS)
    for (const { text, lon, lat } of found) {
      expect([lon, lat]).toEqual([20, 51])
      expect(await mapPlaneOf(text), text).toMatchObject({ ok: true })
    }
    expect(found[2]?.text).toContain('+lat_1=41 +lat_2=61')
  })

  it('are no cones at the equator', async () => {
    const found = plausibleProjections([
      [-20, -35],
      [50, 36],
    ])
    expect(found.map(({ kind }) => kind)).toEqual(PROJECTION_KINDS.filter((kind) => !/onic|bonne/.test(kind)))
    for (const { text } of found) expect(await mapPlaneOf(text), text).toMatchObject({ ok: true })
  })
})
