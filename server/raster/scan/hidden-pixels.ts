import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openScan } from '../decoder-sharp.ts'
import { copyMask } from '../tiff/copy-mask.ts'
import { plainHead } from '../tiff/plain-tiff.ts'
import { hidesNothing } from './alpha-channel.ts'
import { layOutSamples } from './plain-samples.ts'
import type { ScanProbe } from './scan-probe.ts'
import { tileSideFor } from '../../../cog/file/tile-side.ts'

const SHOWN = 255
/** Spaces whose samples the decoder gives as the file stores them. */
const PLAIN_SPACES: ReadonlySet<string> = new Set(['b-w', 'srgb', 'grey16', 'rgb16', 'scrgb', 'multiband'])

/**
 * Lays out which pixels of a scan are shown where it has no alpha channel but says so otherwise: by a mask of its own
 * (TIFF), or by a value that means nothing (GDAL's NODATA).
 *
 * @param folder for the plane and for what is needed on the way
 * @returns path of an 8-bit plane of the stored scan's size; undefined where nothing is hidden
 */
export async function layOutAlpha(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
): Promise<string | undefined> {
  if (probe.metadata.hasAlpha) return undefined
  const plane = join(folder, 'alpha-plane.tif')
  if (probe.maskPage !== undefined) await planeOfMask(scanPath, probe, probe.maskPage, folder, plane)
  else if (!(await planeOfNoData(scanPath, probe, folder, plane))) return undefined
  if (!(await hidesNothing(plane, probe))) return plane
  await rm(plane)
  return undefined
}

async function planeOfMask(
  scanPath: string,
  { storedWidth: width, storedHeight: height }: ScanProbe,
  page: number,
  folder: string,
  plane: string,
): Promise<void> {
  const mask = join(folder, 'mask.tif')
  await copyMask(scanPath, page, mask)
  const side = tileSideFor(width, height)
  await openScan(mask, 'tiff')
    .toColourspace('b-w')
    // A mask may be finer than its picture.
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .tiff({ tile: true, tileWidth: side, tileHeight: side, bigtiff: true, compression: 'packbits' })
    .toFile(plane)
  await rm(mask)
}

/** @returns false where the scan names no such value, or its samples cannot be compared with it */
async function planeOfNoData(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
  plane: string,
): Promise<boolean> {
  const { noData, metadata, storedWidth: width, storedHeight: height } = probe
  if (!noData || !PLAIN_SPACES.has(metadata.space)) return false
  const samples = await layOutSamples(scanPath, probe, folder)
  if (!samples) return false
  const wanted = Array.from({ length: samples.channels }, (_, band) => noData[band] ?? noData[0]!)
  const file = await open(plane, 'wx')
  try {
    const head = plainHead({ width, height, bands: 1, bits: 8 })
    await file.write(head, 0, head.length, 0)
    await samples.forEachPiece(async (piece, top, rows) => {
      const shown = shownPixels(piece, wanted, rows * width)
      await file.write(shown, 0, shown.length, head.length + top * width)
    })
  } finally {
    await file.close()
    await samples.remove()
  }
  return true
}

/** 0 for each pixel all of whose samples mean nothing, else 255. */
function shownPixels(
  samples: Uint8Array | Uint16Array | Float32Array,
  wanted: readonly number[],
  count: number,
): Buffer {
  const shown = Buffer.alloc(count, SHOWN)
  // As floats of 32 bits store it.
  const nothing = samples instanceof Float32Array ? wanted.map((value) => Math.fround(value)) : wanted
  const bands = nothing.length
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += bands) {
    let band = 0
    while (band < bands && isSame(samples[at + band]!, nothing[band]!)) band++
    if (band === bands) shown[pixel] = 0
  }
  return shown
}

/** Equal, or both not a number. */
const isSame = (a: number, b: number) => a === b || (a !== a && b !== b)
