import type { ScanUpload } from './api.ts'
import { exactPoints } from './scans.ts'

const SHORT = { code: 3, bytes: 2 } as const
const LONG = { code: 4, bytes: 4 } as const
const DOUBLE = { code: 12, bytes: 8 } as const
type Entry = readonly [
  tag: number,
  type: typeof SHORT | typeof LONG | typeof DOUBLE,
  values: readonly number[],
]

/** Key directory of a GeoTIFF: projected, pixels are areas, EPSG:3857. */
const WEB_MERCATOR = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857]

/** A grey TIFF, a grid drawn on it, that carries points, those of `exactPoints`, as its tie points in EPSG:3857. */
export function tiffWithPoints(
  width = 800,
  height = 600,
  { imagePoints, mapPoints } = exactPoints(width, height),
): ScanUpload {
  const ties = imagePoints.flatMap(({ pixelX, pixelY }, i) => [pixelX, pixelY, 0, ...mapPoints[i]!, 0])
  const pixels = Buffer.alloc(width * height, 230)
  for (let at = 0; at < pixels.length; at += 1)
    if (at % 50 < 2 || Math.floor(at / width) % 50 < 2) pixels[at] = 30
  const entries = (offset: number): Entry[] => [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8]],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [273, LONG, [offset]],
    [277, SHORT, [1]],
    [278, LONG, [height]],
    [279, LONG, [pixels.length]],
    [33_922, DOUBLE, ties],
    [34_735, SHORT, WEB_MERCATOR],
  ]
  // The directory is as long wherever the pixels lie, which follow it.
  const length = directory(entries(0)).length
  return { content: Buffer.concat([directory(entries(length)), pixels]), fileName: 'scan.tif' }
}

/** Header and first directory of a little-endian TIFF, with the values that do not fit into their entries. */
function directory(entries: readonly Entry[]): Buffer {
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries.length, 8)
  const outside: Buffer[] = []
  let end = head.length
  entries.forEach(([tag, type, values], i) => {
    const at = 10 + i * 12
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type.code, at + 2)
    head.writeUInt32LE(values.length, at + 4)
    const packed = pack(type.bytes, values)
    if (packed.length <= 4) packed.copy(head, at + 8)
    else {
      head.writeUInt32LE(end, at + 8)
      outside.push(packed)
      end += packed.length
    }
  })
  return Buffer.concat([head, ...outside])
}

function pack(bytes: 2 | 4 | 8, values: readonly number[]): Buffer {
  const packed = Buffer.alloc(values.length * bytes)
  values.forEach((value, i) => {
    if (bytes === 8) packed.writeDoubleLE(value, i * 8)
    else packed.writeUIntLE(value, i * bytes, bytes)
  })
  return packed
}
