import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cornersOf, nearestTarget, snapTargets } from './snap-targets.ts'
import type { SnapShape, SnapTarget, Xy } from './snap-targets.ts'

const MEASURES = { tolerance: 1, join: 0.01 }

const line = (points: readonly Xy[], of: SnapShape['of'] = 'road', name?: string): SnapShape => ({
  of,
  form: 'line',
  points,
  name,
})
const outline = (points: readonly Xy[]): SnapShape => ({ of: 'coast', form: 'outline', points })

const found = (shapes: readonly SnapShape[], what: SnapTarget['what']) =>
  snapTargets(shapes, MEASURES).filter((target) => target.what === what)
const places = (targets: readonly SnapTarget[]) =>
  targets.map(({ at: [x, y] }) => `${x.toFixed(3)} ${y.toFixed(3)}`).toSorted()

/** Whether two segments cross, by the sides on which their ends lie; the place by weighing the distances. */
function crossing([a, b]: readonly [Xy, Xy], [c, d]: readonly [Xy, Xy]): Xy | null {
  const side = (p: Xy, q: Xy, r: Xy) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
  const [sc, sd, sa, sb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (sc * sd >= 0 || sa * sb >= 0) return null
  const t = sc / (sc - sd)
  return [c[0] + t * (d[0] - c[0]), c[1] + t * (d[1] - c[1])]
}

const coordinate = fc.integer({ min: 0, max: 1000 })
const point = fc.tuple(coordinate, coordinate)

describe('crossings and ends', () => {
  it('are those that trying every pair of lines gives', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(point, point), { maxLength: 25 }), (segments) => {
        const lines = segments.filter(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) > 5)
        const expected = lines.flatMap((s, index) =>
          lines.slice(index + 1).flatMap((t) => {
            const at = crossing(s, t)
            return at ? [at] : []
          }),
        )
        const targets = found(
          lines.map((ends) => line(ends)),
          'crossing',
        )
        const isNear = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.05
        for (const { at } of targets) {
          // Where an end touches a line there is a crossing as well, which the sides do not tell.
          const isTouched = lines.flat().some((end) => isNear(end, at))
          expect(isTouched || expected.some((other) => isNear(other, at))).toBe(true)
        }
        for (const at of expected) {
          const directions = lines
            .filter((ends) => crossing(ends, [at, at]) === null)
            .map(([a, b]) => [a, b] as const)
          // Lines that meet at a very flat angle are one way.
          const flat = directions.filter(([a, b]) => {
            const way = Math.abs((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]))
            return way / Math.hypot(b[0] - a[0], b[1] - a[1]) < 0.05
          })
          const angles = flat.map(([a, b]) => Math.atan2(b[1] - a[1], b[0] - a[0]))
          const spread = Math.abs(Math.sin((angles[0] ?? 0) - (angles[1] ?? 0)))
          if (flat.length !== 2 || spread < 0.3) continue
          expect(targets.some((target) => isNear(target.at, at))).toBe(true)
        }
      }),
    )
  })

  it('are told apart from lines that go on, and joined where lines only touch', () => {
    // A street in two parts, another that ends at it, and a third that crosses both over a bridge.
    const shapes = [
      line([[0, 0], [50, 0]], 'road', 'High Street'),
      line([[50, 0], [100, 0]], 'road', 'High Street'),
      line([[50, 0], [50, 40]], 'road', 'Mill Lane'),
      line([[20, -30], [20, 30]], 'railway'),
    ] // prettier-ignore
    expect(places(found(shapes, 'crossing'))).toEqual(['20.000 0.000', '50.000 0.000'])
    expect(places(found(shapes, 'end'))).toEqual(
      ['0.000 0.000', '100.000 0.000', '20.000 -30.000', '20.000 30.000', '50.000 40.000'].toSorted(),
    )
    const [over, at] = found(shapes, 'crossing').toSorted((a, b) => a.at[0] - b.at[0])
    expect([over!.of, over!.names]).toEqual([null, ['High Street']])
    expect([at!.of, at!.names]).toEqual(['road', ['High Street', 'Mill Lane']])
    expect(found(shapes.slice(0, 2), 'crossing')).toEqual([])
  })

  it('are not found between a border and a road', () => {
    const shapes = [line([[0, 0], [50, 0]]), line([[25, -9], [25, 9]], 'border')] // prettier-ignore
    expect(found(shapes, 'crossing')).toEqual([])
  })
})

describe('corners', () => {
  it('are all corners of a polygon and none of the points between them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(40),
        (corners, between, turn, start) => {
          const at = (index: number): Xy => {
            const angle = 2 * Math.PI * (index / corners + turn)
            return [100 * Math.cos(angle), 100 * Math.sin(angle)]
          }
          const ring = Array.from({ length: corners * between }, (_, index): Xy => {
            const [a, b] = [at(Math.floor(index / between)), at(Math.floor(index / between) + 1)]
            const share = (index % between) / between
            return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
          })
          const first = start % ring.length
          const turned = [...ring.slice(first), ...ring.slice(0, first)]
          const expected = Array.from({ length: corners }, (_, index) => ({ at: at(index) }) as SnapTarget)
          expect(places(found([outline(turned)], 'corner'))).toEqual(places(expected))
        },
      ),
    )
  })

  it('are points of the line itself, where it turns once the small bends are left out', () => {
    const bends = Array.from({ length: 41 }, (_, x): Xy => [x, x % 2 ? 0.4 : 0])
    const up = Array.from({ length: 41 }, (_, y): Xy => [40.1, y + 1])
    const [corner, ...others] = cornersOf([...bends, ...up], false, 1)
    expect(others).toEqual([])
    expect([...bends, ...up]).toContain(corner)
    expect(Math.hypot(corner![0] - 40, corner![1])).toBeLessThan(1.5)
  })
})

describe('the nearest', () => {
  const target = (at: Xy, what: SnapTarget['what'] = 'corner'): SnapTarget => ({
    what,
    of: 'road',
    at,
    names: [],
  })

  it('is the one that measuring to every one gives, and none beyond the reach', () => {
    fc.assert(
      fc.property(fc.array(point), point, (all, place) => {
        const ways = all.map((at) => Math.hypot(at[0] - place[0], at[1] - place[1]))
        const best = nearestTarget(
          all.map((at) => target(at)),
          place,
          140,
        )
        if (Math.min(...ways) > 140) {
          expect(best).toBe(null)
          return
        }
        const way = Math.hypot(best!.at[0] - place[0], best!.at[1] - place[1])
        // One that lies as near within a twentieth of the reach will do.
        expect(way - Math.min(...ways)).toBeLessThanOrEqual(7)
      }),
    )
  })

  it('is the crossing where a corner lies at the same place', () => {
    const both = [target([3, 4]), target([3, 4.2], 'crossing'), target([3, 3.9])]
    expect(nearestTarget(both, [3, 3], 14)?.what).toBe('crossing')
  })
})
