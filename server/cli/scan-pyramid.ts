import { open, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { findUnpacked, unpackScan } from '../raster/scan/unpack-scan.ts'
import { UNPACKED_FILE } from '../raster/scan/unpacked-scan.ts'
import { readEmbeddedControlPoints } from '../raster/scan/embedded-points.ts'
import type { UnpackedScan } from '../raster/scan/unpacked-scan.ts'
import { TAG } from '../../cog/file/tiff-tags.ts'
import { TiffFile } from '../raster/tiff/tiff-directory.ts'
import type { TiffDirectory } from '../raster/tiff/tiff-directory.ts'

const TILE_SIZE = 512
const MAX_LEVELS = 32
const UPRIGHT = 1
/** Grey, RGB and YCbCr need no conversion to be shown. */
const PLAIN_COLOURS = [1, 2, 6]
const PREMULTIPLIED_ALPHA = 1
/** Tags that only tell a pyramid of ours from other tiled files. */
const PLAIN_TAG = {
  bitsPerSample: 258,
  orientation: 274,
  planarConfiguration: 284,
  extraSamples: 338,
  colourProfile: 34675,
} as const

export interface ScanPyramid {
  readonly path: string
  /** Names the pixels, where the file may be another at the next run. */
  readonly identity?: string
  readonly scan: UnpackedScan
}

export interface ReadingOptions {
  readonly onStart: () => void
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/**
 * The scan itself when it already is a pyramid as the warp reads it, else its pixels laid out in `workFolder`; those that
 * an earlier, interrupted run laid out of the same file are taken again.
 *
 * @throws RasterError of the reading
 */
export async function scanPyramid(
  scanPath: string,
  workFolder: string,
  { onStart, onProgress, signal }: ReadingOptions,
): Promise<ScanPyramid> {
  const pyramid = await plainPyramid(scanPath)
  if (pyramid) return { path: scanPath, scan: pyramid }
  const { size, mtimeMs } = await stat(scanPath)
  const identity = JSON.stringify({ scanPath, size, mtimeMs })
  const folder = join(workFolder, 'scan')
  const path = join(folder, UNPACKED_FILE)
  const earlier = await findUnpacked(folder, identity)
  if (earlier) return { path, identity, scan: earlier }
  onStart()
  const extension = extname(scanPath)
  const scan = await unpackScan({
    scanPath,
    ...(extension && { originalExtension: extension }),
    folder,
    identity,
    onProgress,
    signal,
  })
  return { path, identity, scan }
}

/** Of an upright 8-bit TIFF in tiles of 512 px whose level k is 2^-k as large, down to a single tile; undefined: none. */
async function plainPyramid(path: string): Promise<UnpackedScan | undefined> {
  const handle = await open(path, 'r')
  try {
    const levels = await (await TiffFile.open(handle)).directories(MAX_LEVELS)
    const [full] = levels
    if (!full || !(await isPlain(full))) return undefined
    const [width, height] = await sizeOf(full)
    if (Math.floor(Math.max(width, height) / 2 ** (levels.length - 1)) > TILE_SIZE) return undefined
    for (const [index, level] of levels.entries()) {
      const [levelWidth, levelHeight] = await sizeOf(level)
      if (levelWidth !== Math.floor(width / 2 ** index) || levelHeight !== Math.floor(height / 2 ** index))
        return undefined
      if ((await level.number(TAG.tileWidth, 0)) !== TILE_SIZE) return undefined
    }
    const alphas = full.has(PLAIN_TAG.extraSamples) ? 1 : 0
    const all = await full.number(TAG.samplesPerPixel, 1)
    const { points } = await readEmbeddedControlPoints(full)
    return {
      width,
      height,
      orientation: UPRIGHT,
      samples: { colours: all - alphas, hasAlpha: alphas > 0 },
      warnings: [],
      ...(points && { embeddedGcps: points }),
    }
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}

async function isPlain(directory: TiffDirectory): Promise<boolean> {
  const bits = await directory.numbers(PLAIN_TAG.bitsPerSample)
  return (
    bits.length > 0 &&
    bits.every((value) => value === 8) &&
    PLAIN_COLOURS.includes(await directory.number(TAG.photometric, -1)) &&
    (await directory.number(PLAIN_TAG.orientation, UPRIGHT)) === UPRIGHT &&
    (await directory.number(PLAIN_TAG.planarConfiguration, 1)) === 1 &&
    (await directory.number(PLAIN_TAG.extraSamples, 0)) !== PREMULTIPLIED_ALPHA &&
    !directory.has(PLAIN_TAG.colourProfile)
  )
}

async function sizeOf(directory: TiffDirectory): Promise<[width: number, height: number]> {
  return [await directory.number(TAG.width, 0), await directory.number(TAG.height, 0)]
}
