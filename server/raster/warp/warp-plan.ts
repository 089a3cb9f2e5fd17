import { createHash } from 'node:crypto'
import { open, readFile, stat, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Encoding } from '../../../cog/file/cog-content.ts'
import { projectPath } from '../../project-path.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { TiffFile } from '../tiff/tiff-directory.ts'
import { loadKernel } from './kernel.ts'
import type { ThreadSetup } from './warp-messages.ts'
import type { WarpToCogOptions } from './warp-options.ts'
import { type LaidOutWarp, layOutWarp, type WarpSource } from '../../../cog/warp/warp-setup.ts'

/** A warp of files on a disk before its first pixel. */
export interface WarpPlan extends LaidOutWarp {
  readonly setup: ThreadSetup
  readonly threads: number
  /** Equal for equal source, model and options: then the tiles of an earlier run are good. */
  readonly hash: string
}

/** Bytes a pixel that a file may need with its overviews; spools and file exist side by side at the end. */
const BYTES_PER_PIXEL: Record<Encoding, number> = { webp: 0.3, jpeg: 0.35, deflate: 3 }
const COPIES = 2
/** Part of the hash; raised when tiles are made differently. */
const FORMAT_VERSION = 7
const MAX_THREADS = 8

/** @throws RasterError of the fit; `invalidMask`, `outputTooLarge`, `scanUnreadable` */
export async function planWarp(options: WarpToCogOptions): Promise<WarpPlan> {
  const { pyramidPath } = options
  const laidOut = await layOutWarp(await loadKernel(), await readPyramid(pyramidPath), options)
  const setup: ThreadSetup = { ...laidOut.setup, pyramidPath }
  return { ...laidOut, setup, threads: threadsFor(options), hash: await planHash(setup, options) }
}

/** Threads that a warp may use. */
export function threadsFor({ threads }: Pick<WarpToCogOptions, 'threads'>): number {
  return Math.max(1, threads ?? Math.min(availableParallelism(), MAX_THREADS))
}

/** @throws RasterError `diskFull` when spools and file would not fit on the disk of `folder`. */
export async function checkFreeSpace(folder: string, { setup }: WarpPlan): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = setup.width * setup.height * BYTES_PER_PIXEL[setup.encoding] * COPIES
  const free = bavail * bsize
  if (needed > free) {
    throw new RasterError('diskFull', { neededMb: Math.ceil(needed / 1e6), freeMb: Math.floor(free / 1e6) })
  }
}

/** Size of the scan and the number of levels that are exactly 2^k, floored. */
async function readPyramid(path: string): Promise<WarpSource> {
  try {
    const handle = await open(path, 'r')
    try {
      const directories = await (await TiffFile.open(handle)).directories(32)
      const sizes = await Promise.all(
        directories.map(async (directory) => [
          await directory.number(TAG.width, 0),
          await directory.number(TAG.height, 0),
        ]),
      )
      const [width = 0, height = 0] = sizes[0] ?? []
      const wrong = sizes.findIndex(
        ([across, down], level) =>
          across !== Math.floor(width / 2 ** level) || down !== Math.floor(height / 2 ** level),
      )
      return { imageSize: [width, height], levels: wrong === -1 ? sizes.length : wrong }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new RasterError('scanUnreadable', {}, { cause: error })
  }
}

async function planHash(
  setup: ThreadSetup,
  { sourceIdentity }: Pick<WarpToCogOptions, 'sourceIdentity'>,
): Promise<string> {
  const { pyramidPath, plane, mapLattice, ...model } = setup
  const { size, mtimeMs } = await stat(pyramidPath)
  const source = sourceIdentity ?? { size, mtimeMs }
  const kernel = await readFile(projectPath('wasm-tps', 'pkg', 'wasm_tps_bg.wasm'))
  return createHash('sha256')
    .update(
      JSON.stringify({
        FORMAT_VERSION,
        model,
        source,
        plane: plane && [...plane.map],
        ...(mapLattice && { mapLattice: { ...mapLattice, places: [...mapLattice.places] } }),
      }),
    )
    .update(kernel)
    .digest('hex')
}
