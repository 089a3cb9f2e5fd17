import { join } from 'node:path'
import type { RecordRow } from '../db/queries/map-rows.ts'
import { RasterError } from '../../cog/raster-error.ts'
import type { RasterWarning } from '../../cog/raster-warning.ts'
import { findUnpacked, unpackScan } from '../raster/scan/unpack-scan.ts'
import { UNPACKED_FILE, type UnpackedScan } from '../raster/scan/unpacked-scan.ts'
import type { WarpToCogOptions } from '../raster/warp/warp-options.ts'
import { StorageError } from '../storage/map-files.ts'
import { pyramidKey } from '../storage/map-keys.ts'
import type { JobDeps } from './job-deps.ts'

/** The pixels that a transform reads. */
export interface WarpSource {
  readonly pixels: Pick<WarpToCogOptions, 'pyramidPath' | 'sourceIdentity'>
  readonly warnings: readonly RasterWarning[]
  release(): Promise<void>
}

interface ReadingOptions {
  /** For the scan's pixels; who asked removes it. */
  readonly folder: string
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

type ScanRow = Pick<
  RecordRow['map'],
  'scanId' | 'originalKey' | 'originalExtension' | 'originalBytes' | 'imageWidth' | 'imageHeight'
>

/**
 * The original scan's own pixels; where it is gone or cannot be read any more, those of the copy made for display, and a
 * warning that says so.
 *
 * Decision: docs/decisions/2026-11-23-warps-read-the-original.md
 *
 * @throws RasterError `diskFull`, `cancelled`; StorageError where the copy for display is gone too
 */
export async function openWarpSource(
  deps: JobDeps,
  map: ScanRow,
  options: ReadingOptions,
): Promise<WarpSource> {
  const identity = `${map.originalKey} ${map.originalBytes}`
  try {
    const earlier = await findUnpacked(options.folder, identity)
    const { width, height } = earlier ?? (await unpack(deps, map, identity, options))
    if (width !== map.imageWidth || height !== map.imageHeight)
      throw new RasterError('damagedImage', { text: `${width} × ${height} px` })
    const pyramidPath = join(options.folder, UNPACKED_FILE)
    return {
      pixels: { pyramidPath, sourceIdentity: identity },
      warnings: [],
      release: () => Promise.resolve(),
    }
  } catch (error) {
    if (!isAboutTheScan(error)) throw error
    const pyramid = await deps.files.localCopy(pyramidKey(map.scanId), options.signal)
    return {
      pixels: { pyramidPath: pyramid.path },
      warnings: [{ code: 'originalUnread' }],
      release: () => pyramid.release(),
    }
  }
}

async function unpack(
  { files, freeDiskBytes }: JobDeps,
  { originalKey, originalExtension }: ScanRow,
  identity: string,
  options: ReadingOptions,
): Promise<UnpackedScan> {
  const original = await files.localCopy(originalKey, options.signal)
  try {
    return await unpackScan({
      ...options,
      scanPath: original.path,
      originalExtension,
      identity,
      keptFreeBytes: freeDiskBytes,
    })
  } finally {
    await original.release()
  }
}

/** What another attempt or more room would mend is not the scan's fault. */
const NOT_THE_SCAN: ReadonlySet<string> = new Set(['cancelled', 'diskFull'])

function isAboutTheScan(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'missing'
  return error instanceof RasterError && !NOT_THE_SCAN.has(error.code)
}
