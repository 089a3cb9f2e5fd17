import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import {
  acceptPoints,
  addPoint,
  EMPTY_DOCUMENT,
  enabledPoints,
  importPoints,
  moveImagePoint,
  moveMapPoint,
  pointNumber,
  removePoint,
  sameContent,
  sameWarp,
  setEnabled,
  setNote,
} from './editor-document.ts'

const two = addPoint(addPoint(EMPTY_DOCUMENT, 'a', [1, 2], [3, 4]), 'b', [5, 6], [7, 8])

describe('actions on the document', () => {
  it('leave the document that they are given as it was', () => {
    const before = structuredClone(two)
    moveImagePoint(two, 'a', [0, 0])
    removePoint(two, 'a')
    setNote(two, 'a', 'x')
    importPoints(two, [{ image: [0, 0], map: [0, 0], enabled: true }], 'append')
    expect(two).toEqual(before)
  })

  it('delete the pair, and the numbers after it move up', () => {
    const document = removePoint(two, 'a')
    expect(document.points.map(({ id }) => id)).toEqual(['b'])
    expect(pointNumber(document, 'b')).toBe(1)
    expect(pointNumber(document, 'a')).toBe(0)
  })

  it('move one side and keep the other', () => {
    expect(moveMapPoint(two, 'b', [0, 1]).points[1]).toMatchObject({ image: [5, 6], map: [0, 1] })
    expect(moveImagePoint(two, 'b', [0, 1]).points[1]).toMatchObject({ image: [0, 1], map: [7, 8] })
  })

  it('give back the same document when nothing changes or the point is unknown', () => {
    expect(moveImagePoint(two, 'a', [1, 2])).toBe(two)
    expect(setEnabled(two, 'a', true)).toBe(two)
    expect(setNote(two, 'a', '  ')).toBe(two)
    expect(removePoint(two, 'z')).toBe(two)
    expect(moveMapPoint(two, 'z', [0, 0])).toBe(two)
  })

  it('keep points on either side of the date line together, in whichever order they come', () => {
    const x = (lon: number) => mapPointOf(lon, 10)[0]
    const lonsOf = ({ points }: typeof two) => points.map(({ map }) => Math.round(lonLatOf(map)[0]))
    const at = (lon: number, px: number) =>
      ({ image: [px, px / 2], map: [x(lon), 0], enabled: true }) as const
    const west = addPoint(EMPTY_DOCUMENT, 'a', [10, 5], [x(179), 0])
    expect(lonsOf(addPoint(west, 'b', [30, 15], [x(-179), 0]))).toEqual([179, 181])
    const east = addPoint(EMPTY_DOCUMENT, 'a', [30, 15], [x(-179), 0])
    expect(lonsOf(addPoint(east, 'b', [10, 5], [x(179), 0]))).toEqual([-179, -181])
    // A view that has run on beyond the line.
    expect(lonsOf(addPoint(EMPTY_DOCUMENT, 'a', [0, 0], [x(185), 0]))).toEqual([-175])
    expect(lonsOf(moveMapPoint(addPoint(west, 'b', [30, 15], [x(178), 0]), 'b', [x(-178), 0]))).toEqual([
      179, 182,
    ])
    expect(lonsOf(importPoints(west, [at(-177, 50)], 'append'))).toEqual([179, 183])
    expect(lonsOf(importPoints(west, [at(-177, 50), at(179, 10)], 'replace'))).toEqual([-177, -181])
    // Of the world from edge to edge the scan tells.
    const [first, second] = [at(-170, 0), at(170, 3400)]
    const world = importPoints(EMPTY_DOCUMENT, [first, second], 'replace')
    expect(lonsOf(addPoint(world, 'c', [1700, 0], [x(0), 0]))).toEqual([-170, 170, 0])
  })

  it('keep a switched-off point but leave it out of the fit', () => {
    const document = setEnabled(two, 'a', false)
    expect(document.points).toHaveLength(2)
    expect(enabledPoints(document).map(({ id }) => id)).toEqual(['b'])
  })

  it('import in place of the points or after them, each with an identity of its own', () => {
    const pair = { image: [0, 0], map: [0, 0], enabled: false, note: 'mill' } as const
    const replaced = importPoints(two, [pair, pair], 'replace')
    expect(replaced.points).toHaveLength(2)
    expect(new Set(replaced.points.map(({ id }) => id)).size).toBe(2)
    expect(importPoints(two, [pair], 'append').points[2]).toMatchObject(pair)
  })

  it('take up proposed points once, under their identities, and keep their origin however they are moved', () => {
    // Within less than half the world, where no world is added.
    const metres = fc.double({ min: -9e6, max: 9e6, noNaN: true })
    const proposal = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      image: fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })),
      map: fc.tuple(metres, metres),
      proposed: fc.record({ read: fc.string({ minLength: 1 }), name: fc.string({ minLength: 1 }) }),
    })
    const proposals = fc.uniqueArray(proposal, { selector: ({ id }) => id })
    fc.assert(
      fc.property(proposals, fc.double({ noNaN: true }), (all, x) => {
        const accepted = acceptPoints(two, all)
        const fresh = all.filter(({ id }) => !['a', 'b'].includes(id))
        expect(accepted.points.slice(0, 2)).toEqual(two.points)
        expect(accepted.points.slice(2)).toEqual(fresh.map((point) => ({ ...point, enabled: true })))
        expect(acceptPoints(accepted, all)).toBe(accepted)
        for (const { id, proposed } of fresh) {
          const moved = setNote(moveMapPoint(moveImagePoint(accepted, id, [x, 1]), id, [2, x]), id, 'gate')
          expect(moved.points.find((point) => point.id === id)?.proposed).toEqual(proposed)
        }
      }),
    )
  })

  it('take up points proposed beyond the date line in the world of the first point', () => {
    const west = { id: 'west', image: [0, 0], map: [19_900_000, 0] } as const
    const east = { id: 'east', image: [100, 0], map: [-19_900_000, 0] } as const
    const { points } = acceptPoints({ ...two, points: [] }, [west, east])
    expect(points.map(({ map }) => map[0])).toEqual([19_900_000, 2 * WORLD_HALF_METRES - 19_900_000])
  })

  it('compare by what they mean: identities never count, notes only for the content', () => {
    const renamed = { ...two, points: two.points.map((point, index) => ({ ...point, id: `other${index}` })) }
    expect(sameWarp(two, renamed)).toBe(true)
    const noted = setNote(two, 'a', 'gate')
    expect(sameWarp(two, noted)).toBe(true)
    expect(sameContent(two, noted)).toBe(false)
    expect(sameWarp(two, setEnabled(two, 'b', false))).toBe(false)
    expect(sameWarp(two, { ...two, points: two.points.toReversed() })).toBe(false)
    expect(sameWarp(two, { ...two, mask: [[[0, 0]]] })).toBe(false)
  })
})
