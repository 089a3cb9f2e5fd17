import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const PATCH = 2000
const TILED = { tile: true, tileWidth: 512, tileHeight: 512, pyramid: true, bigtiff: true } as const
/** EPSG:3857 metres of a scan pixel, and where the scan's north-west corner lies: somewhere in Lithuania. */
const METRES_PER_PIXEL = 4
const CORNER = [2_700_000, 7_400_000] as const

/**
 * Draws a square scan that compresses like a real one (paper grain, hatching, strokes like lettering) into `folder`, laid
 * out as the conversion does: tiled JPEG with overviews. @returns its path
 */
export async function drawBenchScan(folder: string, side: number): Promise<string> {
  const path = join(folder, `scan-${side}.tif`)
  const patch = await sharp(patchPixels(), { raw: { width: PATCH, height: PATCH, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const paper = { width: side, height: side, channels: 3, background: '#eee' } as const
  await sharp({ create: paper, limitInputPixels: false })
    .composite([{ input: patch, tile: true }])
    .tiff({ ...TILED, compression: 'jpeg', quality: 88 })
    .toFile(path)
  return path
}

/** A patch of a map: grain everywhere, hatching along two slopes, dark strokes here and there. */
function patchPixels(): Uint8Array {
  const pixels = new Uint8Array(PATCH * PATCH * 3)
  let seed = 20
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  for (let y = 0, at = 0; y < PATCH; y++) {
    for (let x = 0; x < PATCH; x++, at += 3) {
      const slope = Math.sin((2 * Math.PI * 7 * x) / PATCH) + Math.cos((2 * Math.PI * 5 * y) / PATCH)
      const hatch = slope > 0.6 && (x + y) % 9 < 2 ? 90 : 0
      const river =
        Math.abs(Math.sin((2 * Math.PI * (x + 40 * Math.sin((2 * Math.PI * y) / 500))) / 1000)) < 0.02
      const letter = slope < -0.9 && (x >> 3) % 5 < 2 && (y >> 4) % 6 === 0 && ((x * 7) ^ (y * 13)) % 11 < 7
      const ink = Math.max(hatch, river ? 120 : 0, letter ? 170 : 0)
      const paper = 226 + 10 * (random() - 0.5)
      pixels[at] = paper - ink
      pixels[at + 1] = paper - 8 - ink
      pixels[at + 2] = paper - 34 - 0.8 * ink
    }
  }
  return pixels
}

export interface BenchPoint {
  readonly image: readonly [x: number, y: number]
  readonly map: readonly [x: number, y: number]
}

/** Points on a jittered grid over a scan that lies turned by 3° and is bent by up to 30 px, as old paper is. */
export function benchPoints(count: number, side: number): BenchPoint[] {
  const across = Math.ceil(Math.sqrt(count))
  const [cos, sin] = [Math.cos(0.05), Math.sin(0.05)]
  return Array.from({ length: count }, (_, index) => {
    const column = index % across
    const row = Math.floor(index / across)
    const rows = Math.ceil(count / across)
    const x = ((column + 0.5 + 0.3 * Math.sin(index * 12.9)) / across) * side
    const y = ((row + 0.5 + 0.3 * Math.cos(index * 78.2)) / rows) * side
    const bentX = x + 30 * Math.sin((5 * y) / side) + 1.5 * Math.sin(index * 3.7)
    const bentY = y + 25 * Math.cos((4 * x) / side) + 1.5 * Math.cos(index * 5.3)
    return {
      image: [x, y],
      map: [
        CORNER[0] + (bentX * cos - bentY * sin) * METRES_PER_PIXEL,
        CORNER[1] - (bentX * sin + bentY * cos) * METRES_PER_PIXEL,
      ],
    }
  })
}

/** The points as a QGIS file in EPSG:3857. */
export async function writeQgisPoints(path: string, points: readonly BenchPoint[]): Promise<void> {
  const lines = points.map(({ image, map }) => `${map[0]},${map[1]},${image[0]},${-image[1]},1,0,0,0`)
  const head = ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual']
  await writeFile(path, `${[...head, ...lines].join('\n')}\n`)
}
