import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp, TiffOptions } from 'sharp'
import { openScan } from '../decoder-sharp.ts'
import { turnOf } from '../../../contract/exif-orientation.ts'
import type { SampleStretch } from './sample-range.ts'
import { openProbed, type ScanProbe } from './scan-probe.ts'
import { tileSideFor } from '../../../cog/file/tile-side.ts'

/** Above this many pixels an image that must be read out of order is first laid out in tiles on disk. */
const TURN_IN_MEMORY_PIXELS = 50_000_000

/** What a pyramid of a scan shows. */
export interface PyramidContent {
  readonly scanPath: string
  readonly probe: ScanProbe
  /** Whether an alpha channel is kept; one of the scan's that hides nothing need not be. */
  readonly hasAlpha: boolean
  /** For samples that are not 8-bit. */
  readonly stretch?: SampleStretch
  /** Alpha of a scan without such a channel, as an 8-bit plane of its stored size. */
  readonly alphaPath?: string
}

/** How the tiles of a pyramid are stored. */
export type PyramidCompression = Pick<TiffOptions, 'compression' | 'quality'>

/**
 * Writes a scan as an upright 8-bit sRGB BigTIFF in tiles of 512 px with overviews of exactly 2^k, floored.
 *
 * @param folder for what is needed on the way; nothing stays there
 */
export async function writePyramid(
  { scanPath, probe, hasAlpha, stretch, alphaPath }: PyramidContent,
  outPath: string,
  folder: string,
  compression: PyramidCompression,
): Promise<void> {
  const options: TiffOptions = { ...tiledFor(probe), pyramid: true, ...compression }
  const bytes = toBytes(openProbed(scanPath, probe), probe.metadata, hasAlpha, stretch)
  const { degrees, mirrored } = turnOf(probe.orientation)
  const colours = join(folder, 'colours.tif')
  let straight = bytes
  if (alphaPath !== undefined) {
    // A channel is joined before colours are brought to 8 bits, so that is done first.
    await bytes.tiff({ ...tiledFor(probe), compression: 'none' }).toFile(colours)
    straight = openScan(colours, 'tiff').toColourspace('srgb').joinChannel(alphaPath)
  }
  const isTurnedLater = isTurnedOnDisk(probe) || (alphaPath !== undefined && probe.orientation > 1)
  if (isTurnedLater) {
    const tiles = join(folder, 'unturned.tif')
    await straight.tiff({ ...tiledFor(probe), compression: 'none' }).toFile(tiles)
    await turned(openScan(tiles, 'tiff', { sequentialRead: false }), degrees, mirrored)
      .tiff(options)
      .toFile(outPath)
    await rm(tiles)
  } else await turned(straight, degrees, mirrored).tiff(options).toFile(outPath)
  await rm(colours, { force: true })
}

/** Whether the whole scan is laid out in uncompressed tiles before its pyramid is made. */
export function isTurnedOnDisk({ orientation, storedWidth, storedHeight }: ScanProbe): boolean {
  return turnOf(orientation).degrees !== 0 && storedWidth * storedHeight > TURN_IN_MEMORY_PIXELS
}

/** Tiles of a pyramid of this scan. */
export function tiledFor({ storedWidth, storedHeight }: ScanProbe): TiffOptions {
  const side = tileSideFor(storedWidth, storedHeight)
  return { tile: true, tileWidth: side, tileHeight: side, bigtiff: true }
}

/** Upright 8-bit sRGB, with an alpha channel only when it hides something. */
function toBytes(scan: Sharp, metadata: Metadata, hasAlpha: boolean, stretch?: SampleStretch): Sharp {
  const stretched = stretch ? scan.linear([...stretch.factors], [...stretch.offsets]) : scan
  const coloured = stretched.toColourspace('srgb')
  return metadata.hasAlpha && !hasAlpha ? coloured.removeAlpha() : coloured
}

function turned(scan: Sharp, degrees: 0 | 90 | 180 | 270, mirrored: boolean): Sharp {
  const rotated = degrees === 0 ? scan : scan.rotate(degrees)
  return mirrored ? rotated.flop() : rotated
}
