import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadKernel } from '../../server/raster/warp/kernel.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import type { WarpedCog, WarpToCogOptions } from '../../server/raster/warp/warp-options.ts'
import type { WarpGcp } from '../../cog/file/cog-content.ts'
import { builtPrograms } from '../support/build.ts'

sharp.cache(false)
const [WIDTH, HEIGHT] = [3000, 2400]
const DOT_RADIUS = 5

/** Dots on a grid, each far enough from its neighbours to be found again. */
const DOTS = Array.from({ length: 7 * 5 }, (_, index): [x: number, y: number] => [
  200.3 + (index % 7) * 430.7,
  180.6 + Math.floor(index / 7) * 510.2,
])

/** A bent sheet: 5 m a pixel, turned a little. */
const GCPS: WarpGcp[] = Array.from({ length: 24 }, (_, index): WarpGcp => {
  const [x, y] = [60 + (index % 6) * 570, 50 + Math.floor(index / 6) * 760]
  const [bentX, bentY] = [x + 12 * Math.sin(y / 500), y + 9 * Math.cos(x / 400)]
  return {
    image: [x, y],
    map: [2_800_000 + 5 * (bentX + 0.08 * bentY), 7_300_000 - 5 * (bentY - 0.08 * bentX)],
  }
})

let folder: string
let pyramidPath: string
beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-exactness-'))
  pyramidPath = join(folder, 'dots.tif')
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(255)
  for (const [dotX, dotY] of DOTS) {
    for (let y = Math.floor(dotY) - 12; y <= dotY + 12; y++) {
      for (let x = Math.floor(dotX) - 12; x <= dotX + 12; x++) {
        const squared = (x + 0.5 - dotX) ** 2 + (y + 0.5 - dotY) ** 2
        pixels.fill(
          Math.round(255 - 250 * Math.exp(-squared / DOT_RADIUS ** 2)),
          3 * (y * WIDTH + x),
          3 * (y * WIDTH + x) + 3,
        )
      }
    }
  }
  await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .tiff({
      tile: true,
      tileWidth: 512,
      tileHeight: 512,
      pyramid: true,
      compression: 'deflate',
      bigtiff: true,
    })
    .toFile(pyramidPath)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

interface Warped {
  readonly cog: WarpedCog
  readonly path: string
  /** Straight RGBA of full resolution. */
  readonly rgba: Buffer
}

async function warp(name: string, options: Partial<WarpToCogOptions> = {}): Promise<Warped> {
  const path = join(folder, `${name}.tif`)
  const cog = await warpToCog({
    pyramidPath,
    gcps: GCPS,
    transformationType: 'TPS',
    encoding: 'deflate',
    outPath: path,
    workFolder: `${path}.work`,
    threads: 2,
    ...options,
  })
  const rgba = await sharp(path, { limitInputPixels: false }).ensureAlpha().raw().toBuffer()
  return { cog, path, rgba }
}

/** Where the map points of the dots lie in the file, px, by the model itself. */
async function expectedPlaces({ bounds, width }: WarpedCog): Promise<[x: number, y: number][]> {
  const { WarpModel } = await loadKernel()
  const model = new WarpModel('TPS', Float64Array.from(GCPS.flatMap(({ image, map }) => [...image, ...map])))
  const map = model.imageToMap(Float64Array.from(DOTS.flat()))
  model.free()
  const metresPerPixel = (bounds[2] - bounds[0]) / width
  return DOTS.map((_, index) => [
    ((map[2 * index] ?? NaN) - bounds[0]) / metresPerPixel,
    (bounds[3] - (map[2 * index + 1] ?? NaN)) / metresPerPixel,
  ])
}

/** Centre of the darkness around a place. */
function centroid(rgba: Buffer, width: number, [x, y]: readonly [number, number]): [x: number, y: number] {
  let [sum, sumX, sumY] = [0, 0, 0]
  for (let row = Math.round(y) - 14; row < Math.round(y) + 14; row++) {
    for (let column = Math.round(x) - 14; column < Math.round(x) + 14; column++) {
      const dark = 255 - (rgba[4 * (row * width + column)] ?? 255)
      sum += dark
      sumX += dark * (column + 0.5)
      sumY += dark * (row + 0.5)
    }
  }
  return [sumX / sum, sumY / sum]
}

describe('a published file', () => {
  it.each([{ exact: false }, { exact: true }])(
    'shows every dot of the scan within 0.1 px of where the model puts it ($exact)',
    async ({ exact }) => {
      const { cog, rgba } = await warp(`dots-${exact}`, { exact })
      for (const place of await expectedPlaces(cog)) {
        const [x, y] = centroid(rgba, cog.width, place)
        expect(Math.hypot(x - place[0], y - place[1]), `the dot at ${place.join(', ')}`).toBeLessThan(0.1)
      }
    },
  )

  it('has overviews in which the dots stay where they are', async () => {
    const { cog, path } = await warp('overviews')
    const places = await expectedPlaces(cog)
    for (const page of [1, 2]) {
      const { data, info } = await sharp(path, { page })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([cog.width / 2 ** page, cog.height / 2 ** page])
      for (const place of places) {
        const scaled = [place[0] / 2 ** page, place[1] / 2 ** page] as const
        const [x, y] = centroid(data, info.width, scaled)
        expect(Math.hypot(x - scaled[0], y - scaled[1])).toBeLessThan(0.1)
      }
    }
  })

  it('is cut exactly along its mask, holes left open: its file goes no farther and has the pixels of the whole sheet', async () => {
    const mask = [
      [
        [500, 400],
        [2400, 600],
        [2100, 2000],
        [700, 1900],
      ],
      [
        [1200, 900],
        [1600, 900],
        [1600, 1300],
        [1200, 1300],
      ],
    ] as const
    const { cog, rgba } = await warp('masked', { mask, resampling: 'nearest', exact: true })
    const whole = await warp('whole', { resampling: 'nearest', exact: true })
    const { WarpModel } = await loadKernel()
    const model = new WarpModel(
      'TPS',
      Float64Array.from(GCPS.flatMap(({ image, map }) => [...image, ...map])),
    )
    const metresPerPixel = (cog.bounds[2] - cog.bounds[0]) / cog.width
    const [left, top] = [cog.bounds[0] - whole.cog.bounds[0], whole.cog.bounds[3] - cog.bounds[3]].map(
      (metres) => Math.round(metres / metresPerPixel),
    )
    let shown = 0
    for (let row = 5; row < cog.height; row += 23) {
      const centres = Array.from({ length: cog.width }, (_, column) => [
        cog.bounds[0] + (column + 0.5) * metresPerPixel,
        cog.bounds[3] - (row + 0.5) * metresPerPixel,
      ])
      const image = model.mapToImage(Float64Array.from(centres.flat()))
      for (let column = 0; column < cog.width; column++) {
        const point = [image[2 * column] ?? NaN, image[2 * column + 1] ?? NaN] as const
        const toEdge = Math.min(...mask.map((ring) => distanceToRing(point, ring)))
        if (toEdge < 0.1) continue
        const inside = mask.filter((ring) => isInRing(point, ring)).length === 1
        const alpha = rgba[4 * (row * cog.width + column) + 3]
        expect(alpha, `at ${point.join(', ')} of the scan`).toBe(inside ? 255 : 0)
        if (inside) {
          shown++
          const at = 4 * ((row + top!) * whole.cog.width + column + left!)
          const own = 4 * (row * cog.width + column)
          expect(rgba.subarray(own, own + 3)).toEqual(whole.rgba.subarray(at, at + 3))
        }
        if (toEdge < 0.3) continue
        const [x = NaN, y = NaN] = centres[column]!
        const isOutlined = cog.footprint.filter((ring) => isInRing([x, y], ring)).length === 1
        expect(isOutlined, `at ${point.join(', ')} of the scan`).toBe(inside)
      }
    }
    const corners = model.imageToMap(Float64Array.from(mask.flat(2)))
    model.free()
    const [lefts, ups] = [0, 1].map((axis) => corners.filter((_, n) => n % 2 === axis))
    const tight = [Math.min(...lefts!), Math.min(...ups!), Math.max(...lefts!), Math.max(...ups!)]
    // The sides of the mask bend a little outwards.
    for (const [n, side] of tight.entries())
      expect(Math.abs(cog.bounds[n]! - side)).toBeLessThan(10 * metresPerPixel)
    expect(shown).toBeGreaterThan(10_000)
  })

  it('keeps the lowered resolution to four times the scan and names the point that asks for more', async () => {
    const wild: WarpGcp = { image: [1500, 1200], map: [3_900_000, 7_290_000] }
    const { cog } = await warp('wild', { gcps: [...GCPS, wild], encoding: 'jpeg' })
    // Four times, and what the padding of a long strip adds.
    expect(cog.width * cog.height).toBeLessThan(5 * WIDTH * HEIGHT)
    const lowered = cog.warnings.find(({ code }) => code === 'resolutionLowered')
    expect(lowered?.details?.point).toBe(GCPS.length + 1)
  })
})

type Pair = readonly [x: number, y: number]

function isInRing([x, y]: Pair, ring: readonly Pair[]): boolean {
  let inside = false
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  })
  return inside
}

function distanceToRing([x, y]: Pair, ring: readonly Pair[]): number {
  const distances = ring.map(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    const clamped = Math.min(1, Math.max(0, along))
    return Math.hypot(x - ax - clamped * (bx - ax), y - ay - clamped * (by - ay))
  })
  return Math.min(...distances)
}
