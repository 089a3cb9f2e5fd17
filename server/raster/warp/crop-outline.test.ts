import { describe, expect, it } from 'vitest'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import type { MaskRing } from '../../../contract/control-points.ts'
import type { WarpGcp } from '../../../cog/file/cog-content.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { cropOutline } from '../../../cog/warp/crop-outline.ts'
import { fitControlPoints, fitModel } from './fit.ts'
import { fitWarnings, type Outline } from '../../../cog/warp/fit-model.ts'
import { gridWindow, warpGrid } from '../../../cog/warp/warp-grid.ts'

const SIZE = [1000, 800] as const
type Place = readonly [x: number, y: number]

const box = (x: number, y: number, x2: number, y2: number): MaskRing => [
  [x, y],
  [x2, y],
  [x2, y2],
  [x, y2],
]
/** Three metres a pixel, north up. */
const STRAIGHT = box(0, 0, ...SIZE).map(([x, y]): WarpGcp => ({
  image: [x, y],
  map: [2_000_000 + 3 * x, 7_000_000 - 3 * y],
}))
/** A sheet that has shrunk here and there. */
const BENT = Array.from({ length: 30 }, (_, n): WarpGcp => {
  const [x, y] = [20 + (n % 6) * 190, 20 + Math.floor(n / 6) * 190]
  return {
    image: [x, y],
    map: [2_000_000 + 3 * (x + 15 * Math.sin(y / 150)), 7_000_000 - 3 * (y + 12 * Math.cos(x / 130))],
  }
})
/** Two points have changed places: the sheet lies on itself around them. */
const FOLDED = BENT.map((gcp, n) =>
  n === 14 || n === 15 ? { image: gcp.image, map: BENT[n === 14 ? 15 : 14]!.map } : gcp,
)

/** Square px of the scan, of each ring of a straight sheet: positive outside, negative for holes. */
const areasOf = (outline: Outline) =>
  outline
    .map((ring) =>
      ring.reduce((sum, [x, y], at) => {
        const [x2, y2] = ring[(at + 1) % ring.length] ?? [x, y]
        return sum + ((x - 2e6) * (y2 - 7e6) - (x2 - 2e6) * (y - 7e6)) / 2 / 9
      }, 0),
    )
    .map(Math.round)
    .toSorted((a, b) => b - a)

const isWithin = (rings: readonly (readonly Place[])[], [x, y]: Place) =>
  rings.filter((ring) =>
    ring.reduce((isIn, [x1, y1], at) => {
      const [x2, y2] = ring[(at + 1) % ring.length]!
      return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !isIn : isIn
    }, false),
  ).length %
    2 ===
  1

const outlineOf = async (gcps: readonly WarpGcp[], mask: readonly MaskRing[]) => {
  const fitted = await fitModel({ gcps, transformationType: 'TPS', imageSize: SIZE })
  return { ...fitted, outline: cropOutline(fitted, mask, SIZE) }
}

describe('the outline of a cropped map', () => {
  it.each<[string, MaskRing[], number[]]>([
    [
      'a hole, whichever way it was drawn',
      [box(100, 100, 600, 500), box(200, 200, 300, 300)],
      [200_000, -10_000],
    ],
    ['the other way', [box(100, 100, 600, 500), box(300, 200, 200, 300)], [200_000, -10_000]],
    ['two parts', [box(100, 100, 200, 200), box(300, 300, 400, 500)], [20_000, 10_000]],
    [
      'rings that overlap, where nothing shows',
      [box(100, 100, 300, 300), box(200, 200, 400, 400)],
      [30_000, 30_000],
    ],
    [
      'a ring that crosses itself',
      [
        [
          [100, 100],
          [300, 300],
          [300, 100],
          [100, 300],
        ],
      ],
      [10_000, 10_000],
    ],
    ['what lies on the scan of a ring that goes beyond it', [box(-500, -500, 500, 400)], [200_000]],
  ])('has %s', async (_, mask, areas) => {
    const { outline } = await outlineOf(STRAIGHT, mask)
    expect(areasOf(outline)).toEqual(areas)
  })

  it('bounds the file: fewer pixels, and those of the whole sheet', async () => {
    const mask = [box(100.5, 100, 600, 500)]
    const request = { gcps: STRAIGHT, transformationType: 'Affine', imageSize: SIZE } as const
    const [whole, cropped] = [await fitControlPoints(request), await fitControlPoints({ ...request, mask })]
    expect(cropped.bounds.map(Math.round)).toEqual([2_000_302, 6_998_500, 2_001_800, 6_999_700])
    expect(whole.overlayPixels).toBe(800_000)
    expect(cropped.overlayPixels).toBeLessThan(502 * 403)
    const { model } = await fitModel(request)
    const grid = warpGrid(model, STRAIGHT, whole.bounds, SIZE)
    const window = gridWindow(grid, cropped.bounds)
    const [left, top] = [window.originX - grid.originX, grid.originY - window.originY]
    for (const offset of [left, top])
      expect(offset / grid.pixelSize).toBeCloseTo(Math.round(offset / grid.pixelSize), 6)
    expect(window.originX).toBeLessThanOrEqual(cropped.bounds[0])
    expect(window.originX + window.width * window.pixelSize).toBeGreaterThanOrEqual(cropped.bounds[2])
  })

  it('is refused where it leaves nothing of the scan', async () => {
    const mask = [box(1100, 100, 1200, 200)]
    const request = { gcps: STRAIGHT, transformationType: 'TPS', imageSize: SIZE, mask } as const
    await expect(fitControlPoints(request)).rejects.toThrow(new RasterError('invalidMask'))
  })

  it.each([
    ['bent', BENT, 0.15],
    ['folded', FOLDED, 6],
  ])('holds what shows of a %s sheet, and nothing else', async (name, gcps, nearPx) => {
    const mask = [box(150, 120, 850, 700), box(400, 300, 600, 450)]
    const { model, footprint, outline } = await outlineOf(gcps, mask)
    expect(fitWarnings(model, { imageSize: SIZE })).toEqual(name === 'folded' ? [{ code: 'folds' }] : [])
    let [shown, hidden] = [0, 0]
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = footprint.bbox()
    for (let n = 0; n < 20_000; n += 1) {
      const place: Place = [
        minX + ((n * 0.754_877) % 1) * (maxX - minX),
        minY + ((n * 0.569_84) % 1) * (maxY - minY),
      ]
      const [x = NaN, y = NaN] = model.mapToImage(Float64Array.from(place))
      const toEdge = Math.min(
        ...mask.flatMap((ring) =>
          ring.map(([ax, ay], at) => {
            const [bx, by] = ring[(at + 1) % ring.length]!
            const share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
            const part = Math.min(1, Math.max(0, share))
            return Math.hypot(ax + part * (bx - ax) - x, ay + part * (by - ay) - y)
          }),
        ),
      )
      if (toEdge < nearPx) continue
      const isShown = isWithin(mask, [x, y]) && footprint.contains(model, Float64Array.from(place))[0] === 1
      expect(isWithin(outline, place), `${x}, ${y} of the scan`).toBe(isShown)
      if (isShown) shown += 1
      else hidden += 1
    }
    expect(Math.min(shown, hidden)).toBeGreaterThan(5_000)
    expect(outline.flat().length).toBeLessThan(2_000)
  })

  it('follows a crop across the date line, and ends at the edges of the world without points across', async () => {
    const straightFrom = (west: number) =>
      STRAIGHT.map(({ image: [x, y] }): WarpGcp => ({ image: [x, y], map: [west + 300 * x, 7e6 - 300 * y] }))
    const spanOf = async (west: number) => {
      const { outline } = await outlineOf(straightFrom(west), [box(100, 100, 900, 700)])
      expect(outline).toHaveLength(1)
      const xs = outline.flat().map(([x]) => x)
      return [Math.min(...xs), Math.max(...xs)].map((x) => Math.round((x - west) / 300))
    }
    expect(await spanOf(WORLD_HALF_METRES - 150_000)).toEqual([100, 900])
    expect(await spanOf(-WORLD_HALF_METRES - 150_000)).toEqual([100, 900])
  })
})
