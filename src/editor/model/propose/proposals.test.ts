import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WORLD_HALF_METRES } from '../../../../contract/constants.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { acceptPoints, EMPTY_DOCUMENT, removePoint } from '../../../drafts/editor-document.ts'
import { letterOf, openProposals, proposalsOf } from './proposals.ts'

const SCAN = { width: 1000, height: 800 }
const BASEL = { image: [100, 200] as [number, number], map: [7.59, 47.56] as [number, number] }
const named = (name: string, more: object = {}) => ({
  ...BASEL,
  read: name.toUpperCase(),
  name,
  odds: 4,
  ...more,
})

describe('proposals as points of the document may be', () => {
  it('have a letter, an identity of their own, and how sure they are in words', () => {
    const all = proposalsOf(
      [named('Basel'), named('Bern', { odds: 2.5 }), named('Biel', { odds: 1.1 })],
      SCAN,
      null,
    )
    expect(all.map(({ letter, sureness }) => [letter, sureness])).toEqual([
      ['A', 'veryLikely'],
      ['B', 'likely'],
      ['C', 'possible'],
    ])
    expect(new Set(all.map(({ id }) => id)).size).toBe(3)
    expect(all[0]?.proposed).toEqual({ read: 'BASEL', name: 'Basel' })
    const [lon, lat] = lonLatOf(all[0]!.map)
    expect([lon, lat]).toEqual([expect.closeTo(7.59, 6), expect.closeTo(47.56, 6)])
  })

  it('leave out what lies off the scan, at a pole, or has no name', () => {
    const bad = [
      named('Off', { image: [1000.5, 3] }),
      named('Pole', { map: [3, 90] }),
      named('Nowhere', { map: [NaN, 3] }),
      named('', { read: 'x' }),
    ]
    expect(proposalsOf([...bad, named('Basel')], SCAN, null).map(({ letter }) => letter)).toEqual(['A'])
  })

  it('run on across the date line from the first point', () => {
    const number = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), fc.option(number), (lons, start) => {
        const first = start === null ? null : (start / 180) * WORLD_HALF_METRES
        const all = proposalsOf(
          lons.map((lon) => named('Fiji', { map: [lon, -17] })),
          SCAN,
          first,
        )
        const from = first ?? all[0]!.map[0]
        for (const { map } of all)
          expect(Math.abs(map[0] - from)).toBeLessThanOrEqual(WORLD_HALF_METRES * 1.0001)
      }),
    )
  })

  it('are counted by letters beyond the alphabet', () => {
    expect([0, 25, 26, 27, 51, 52, 701, 702].map(letterOf)).toEqual([
      'A',
      'Z',
      'AA',
      'AB',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ])
  })
})

describe('open proposals', () => {
  const [basel, bern] = proposalsOf([named('Basel'), named('Bern', { image: [600, 500] })], SCAN, null) as [
    ReturnType<typeof proposalsOf>[number],
    ReturnType<typeof proposalsOf>[number],
  ]
  const open = (document = EMPTY_DOCUMENT) => openProposals([basel, bern], document.points, SCAN)

  it('are those that are not in the document, and come back when the point goes', () => {
    const accepted = acceptPoints(EMPTY_DOCUMENT, [basel])
    expect(open()).toEqual([basel, bern])
    expect(open(accepted)).toEqual([bern])
    expect(open(removePoint(accepted, basel.id))).toEqual([basel, bern])
  })

  it('stay accepted when the point is moved away, and are not where a point was placed by hand', () => {
    const accepted = acceptPoints(EMPTY_DOCUMENT, [basel])
    const moved = {
      ...accepted,
      points: accepted.points.map((point) => ({ ...point, image: [900, 700] as const })),
    }
    expect(open(moved)).toEqual([bern])
    const byHand = acceptPoints(EMPTY_DOCUMENT, [{ id: 'hand', image: [605, 504], map: [0, 0] }])
    expect(open(byHand)).toEqual([basel])
  })
})
