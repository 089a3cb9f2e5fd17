import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openScan } from '../decoder-sharp.ts'
import { openProbed, type ScanProbe } from './scan-probe.ts'
import { TILE_SIDE, tileSideFor } from '../../../cog/file/tile-side.ts'

/** Pixels that are looked at in one piece. */
const PIECE_PIXELS = 8_000_000

/**
 * Whether an alpha channel hides nothing: many files carry such a one, and without it tiles can be JPEG, five times
 * faster. The channel is streamed into tiles on disk and looked at piece by piece, because the library's own statistics
 * hold the whole picture in memory (1.2 GB for 12,000 x 12,000 pixels of 16 bits).
 */
export async function isOpaque(path: string, probe: ScanProbe, folder: string): Promise<boolean> {
  const { storedWidth: width, storedHeight: height } = probe
  const side = tileSideFor(width, height)
  const plane = join(folder, 'alpha.tif')
  await openProbed(path, probe)
    .extractChannel('alpha')
    .toColourspace('b-w')
    .tiff({ tile: true, tileWidth: side, tileHeight: side, bigtiff: true, compression: 'packbits' })
    .toFile(plane)
  try {
    return await hidesNothing(plane, probe)
  } finally {
    await rm(plane, { force: true })
  }
}

/** Whether a plane of the stored scan's size, in which 255 is shown and 0 hidden, hides nothing. */
export async function hidesNothing(
  plane: string,
  { storedWidth: width, storedHeight: height }: Pick<ScanProbe, 'storedWidth' | 'storedHeight'>,
): Promise<boolean> {
  const rows = Math.max(TILE_SIDE, Math.floor(PIECE_PIXELS / width / TILE_SIDE) * TILE_SIDE)
  for (let top = 0; top < height; top += rows) {
    const piece = { left: 0, top, width, height: Math.min(rows, height - top) }
    const alpha = await openScan(plane, 'tiff', { sequentialRead: false }).extract(piece).raw().toBuffer()
    if (!alpha.equals(Buffer.alloc(alpha.length, 255))) return false
  }
  return true
}
