import { describe, expect, it } from 'vitest'
import type { MaskRing } from '../../../contract/control-points.ts'
import { maskOutline } from './mask-outline.ts'

const SIZE = [1000, 800] as const
type Place = readonly [x: number, y: number]

/** A warp given as a formula. */
const warpOf = (at: (x: number, y: number) => Place) => ({
  imageToMap: (image: Float64Array) => {
    const maps = new Float64Array(image.length)
    for (let n = 0; n < image.length; n += 2) maps.set(at(image[n]!, image[n + 1]!), n)
    return maps
  },
})
const turned = (x: number, y: number): Place => [5e6 + 2 * x - y, 7e6 - x - 2 * y]
const bent = (x: number, y: number): Place => [5e6 + 3 * x, 7e6 - 3 * y + 60 * Math.sin(x / 90)]

const area = (ring: readonly Place[]) =>
  Math.abs(
    ring.reduce((sum, [x, y], n) => {
      const [nextX, nextY] = ring[(n + 1) % ring.length]!
      return sum + (x * nextY - nextX * y) / 2
    }, 0),
  )

describe('the outline of a crop mask', () => {
  it('is the mask’s own corners warped, ring by ring, where the warp is straight', () => {
    const mask: MaskRing[] = [
      [
        [100, 100],
        [900, 100],
        [900, 700],
        [100, 700],
      ],
      [
        [300, 300],
        [400, 300],
        [350, 400],
      ],
    ]
    const outline = maskOutline(warpOf(turned), mask, SIZE)!
    expect(outline).toHaveLength(2)
    for (const [n, ring] of mask.entries()) {
      for (const [x, y] of ring) expect(outline[n]).toContainEqual(turned(x, y))
      expect(area(outline[n]!)).toBeCloseTo(5 * area(ring), 3)
    }
  })

  it('follows a bent edge within a tenth of a pixel', () => {
    const mask: MaskRing[] = [
      [
        [0, 50],
        [1000, 50],
        [1000, 700],
        [0, 700],
      ],
    ]
    const [ring = []] = maskOutline(warpOf(bent), mask, SIZE)!
    for (let x = 0; x <= 1000; x += 0.7) {
      const [mapX, mapY] = bent(x, 50)
      const after = ring.findIndex(([at], n) => n > 0 && at >= mapX && ring[n - 1]![0] <= mapX)
      const [[ax, ay], [bx, by]] = [ring[after - 1]!, ring[after]!]
      const found = ay + ((by - ay) * (mapX - ax)) / (bx - ax)
      expect(Math.abs(found - mapY)).toBeLessThan(0.1 * 3 * 1.1)
    }
    expect(ring.length).toBeLessThan(400)
  })

  it('ends where the scan ends, and leaves out a ring beside it', () => {
    const beyond: MaskRing[] = [
      [
        [-500, -500],
        [500, -500],
        [500, 400],
        [-500, 400],
      ],
      [
        [1100, 100],
        [1200, 100],
        [1200, 200],
      ],
    ]
    const outline = maskOutline(warpOf(turned), beyond, SIZE)!
    expect(outline).toHaveLength(1)
    expect(area(outline[0]!)).toBeCloseTo(5 * 500 * 400, 3)
    expect(maskOutline(warpOf(turned), beyond.slice(1), SIZE)).toEqual([])
  })

  it('is not told where the warp has no place for an edge', () => {
    const mask: MaskRing[] = [
      [
        [100, 100],
        [900, 100],
        [900, 700],
      ],
    ]
    const folded = warpOf((x, y) => (x > 800 ? [NaN, NaN] : turned(x, y)))
    expect(maskOutline(folded, mask, SIZE)).toBeUndefined()
  })
})
