import { openScan } from '../decoder-sharp.ts'
import type { SourceWindow, SourceWindows } from '../../../cog/warp/warp-block.ts'

/** A level of the pyramid could not be read: the file, not the thread, is at fault. */
export class SourceReadError extends Error {}

/** Bytes of used source windows after which the garbage is collected: two common windows. */
const GARBAGE_BYTES = 32 * 1024 * 1024

/** Windows of a pyramid on a local disk. */
export class PyramidWindows implements SourceWindows {
  readonly #pyramidPath: string
  #garbageBytes = 0

  constructor(pyramidPath: string) {
    this.#pyramidPath = pyramidPath
  }

  /** @throws SourceReadError */
  async read({ level, x, y, width, height }: SourceWindow): Promise<Uint8Array> {
    const read = (sequentialRead: boolean) =>
      openScan(this.#pyramidPath, 'tiff', { page: level, sequentialRead })
        .extract({ left: x, top: y, width, height })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer()
    try {
      // A tiled file is read out of order all the same; sequential access only keeps fewer decoded tiles. Where its
      // threads run too far apart, on a machine that is busy, it refuses what is whole: then any order is allowed.
      return await read(true).catch(() => read(false))
    } catch (error) {
      throw new SourceReadError(error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * Called before the tiles of a window are encoded. V8 does not see how much memory stands behind a window and
   * keeps five of them; by now they are in the old generation, which only a full collection frees (called with options,
   * `gc` does a minor one).
   */
  letGo(bytes: number): void {
    this.#garbageBytes += bytes
    if (this.#garbageBytes < GARBAGE_BYTES) return
    this.#garbageBytes = 0
    globalThis.gc?.()
  }
}
