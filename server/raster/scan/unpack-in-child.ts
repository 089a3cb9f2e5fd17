import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openScan } from '../decoder-sharp.ts'
import type { UnpackTask } from './decoder-messages.ts'
import { PARTIAL_FOLDER } from './decoder-messages.ts'
import { uprightSize } from '../../../contract/exif-orientation.ts'
import { isTurnedOnDisk, type PyramidContent } from './pyramid.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { uprightPoints } from './embedded-points.ts'
import { contentOf, laidOutBytes, writeScanPyramid } from './scan-content.ts'
import { decoding, probeScan } from './scan-probe.ts'
import type { ScanProbe } from './scan-probe.ts'
import { scanWarnings } from './scan-warnings.ts'
import { tileSideFor } from '../../../cog/file/tile-side.ts'
import { UNPACKED_FILE, type UnpackedScan } from './unpacked-scan.ts'

/** More than the directories of any pyramid but the largest take; theirs is little beside the pixels. */
const HEADER_BYTES = 1_000_000

/**
 * Lays a scan's own pixels out as an uncompressed pyramid; runs in the decoder child. It is not synced: it serves one
 * warp and is not trusted after a restart of the machine.
 *
 * @throws RasterError as a conversion; `diskFull` before anything is written where it would not fit
 */
export async function unpackInChild(task: UnpackTask): Promise<UnpackedScan> {
  const { scanPath, originalExtension, outFolder, keptFreeBytes } = task
  const probe = await probeScan(scanPath, originalExtension)
  await requireRoom(outFolder, unpackedBytes(probe), keptFreeBytes)
  const partial = join(outFolder, PARTIAL_FOLDER)
  await mkdir(partial, { recursive: true })
  const prepared = await contentOf(scanPath, probe, partial)
  const hasAlpha = prepared.probe.metadata.hasAlpha || prepared.alphaPath !== undefined
  const content: PyramidContent = { ...prepared, hasAlpha }
  const path = join(partial, UNPACKED_FILE)
  const faults = await writeScanPyramid(content, path, partial, { compression: 'none' })
  const warnings = await decoding(() => coarsestLevel(path).then((small) => scanWarnings(content, small)))
  warnings.push(...faults)
  await rename(path, join(outFolder, UNPACKED_FILE))
  await rm(partial, { recursive: true, force: true })
  const colours = probe.metadata.channels - (hasAlpha ? 1 : 0)
  const embedded = probe.embedded && uprightPoints(probe.embedded, probe)
  return {
    ...uprightSize(probe),
    orientation: probe.orientation,
    samples: { colours, hasAlpha },
    warnings,
    ...(embedded && { embeddedGcps: embedded }),
  }
}

async function coarsestLevel(path: string) {
  const { pages = 1 } = await openScan(path, 'tiff').metadata()
  return openScan(path, 'tiff', { page: pages - 1 })
}

/** The most that the disk must hold at once: every level in whole tiles. */
function unpackedBytes(probe: ScanProbe): number {
  const side = tileSideFor(probe.storedWidth, probe.storedHeight)
  const tileBytes = side ** 2 * (probe.metadata.hasAlpha ? 4 : 3)
  const bytesOf = (level: number): number =>
    [probe.storedWidth, probe.storedHeight].reduce(
      (tiles, length) => tiles * Math.ceil(length / 2 ** level / side),
      tileBytes,
    )
  const levels = Math.ceil(Math.log2(Math.max(probe.storedWidth, probe.storedHeight) / side)) + 1
  let bytes = (isTurnedOnDisk(probe) ? bytesOf(0) : 0) + laidOutBytes(probe)
  for (let level = 0; level < levels; level++) bytes += bytesOf(level)
  return bytes + HEADER_BYTES
}

/** @throws RasterError `diskFull` with both figures, megabytes */
async function requireRoom(folder: string, bytes: number, keptFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.max(0, bavail * bsize - keptFreeBytes)
  if (bytes > free)
    throw new RasterError('diskFull', { neededMb: Math.ceil(bytes / 1e6), freeMb: Math.floor(free / 1e6) })
}
