import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssembleTask } from './decoder-messages.ts'
import { runDecoderChild } from './decoder-process.ts'

/** Name of the file that tiles are put together to. */
export const ASSEMBLED_FILE = 'scan.tif'

export interface AssembleOptions extends Omit<AssembleTask, 'scanPath' | 'originalExtension'> {
  /** Holds a file for each tile, named by its number, row after row. */
  readonly tilesFolder: string
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
}

/**
 * Puts tiles of a picture together to a TIFF without loss, in a child process with the limits of a conversion: the
 * tiles are a stranger's.
 *
 * @param options `outFolder` is made anew
 * @returns path of the file and its bytes
 * @throws RasterError
 */
export async function assembleScan({
  tilesFolder,
  outFolder,
  onProgress,
  signal,
  ...grid
}: AssembleOptions): Promise<{ readonly path: string; readonly bytes: number }> {
  await rm(outFolder, { recursive: true, force: true })
  await mkdir(outFolder, { recursive: true })
  const options = {
    scanPath: tilesFolder,
    outFolder,
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  }
  const { bytes } = await runDecoderChild(options, 'assemble', [ASSEMBLED_FILE], grid)
  return { path: join(outFolder, ASSEMBLED_FILE), bytes }
}
