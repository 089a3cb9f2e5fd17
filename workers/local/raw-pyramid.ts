import type { SourceWindow, SourceWindows } from '../../cog/warp/warp-block.ts'
import { HalvedLevels, type ScanLevel, scanLevels } from './halved-levels.ts'
import type { ScanRows } from './scan-rows.ts'

/** A scan's own pixels, uncompressed, level after level in a file of this device. */
export class RawPyramid implements SourceWindows {
  readonly #levels: readonly ScanLevel[]
  readonly #file: FileSystemSyncAccessHandle
  readonly #starts: readonly number[]

  private constructor(file: FileSystemSyncAccessHandle, levels: readonly ScanLevel[]) {
    this.#file = file
    this.#levels = levels
    let end = 0
    this.#starts = levels.map(({ width, height }) => {
      const start = end
      end += 4 * width * height
      return start
    })
  }

  /** Bytes that `write` takes. */
  static bytesFor(width: number, height: number, tileSize: number): number {
    return scanLevels(width, height, tileSize).reduce((sum, level) => sum + 4 * level.width * level.height, 0)
  }

  /** Lays a scan out. @param onRows told how many rows of the scan are done */
  static async write(
    scan: ScanRows,
    tileSize: number,
    file: FileSystemSyncAccessHandle,
    onRows: (rows: number) => void,
  ): Promise<RawPyramid> {
    const levels = scanLevels(scan.width, scan.height, tileSize)
    const pyramid = new RawPyramid(file, levels)
    const halved = new HalvedLevels(levels)
    for await (const whole of scan.strips()) {
      for (const { level, strip } of halved.add(whole)) {
        const at = (pyramid.#starts[level] ?? 0) + 4 * (levels[level]?.width ?? 0) * strip.top
        file.write(strip.rgba, { at })
      }
      onRows(whole.top + whole.rows)
    }
    return pyramid
  }

  async read({ level, x, y, width, height }: SourceWindow): Promise<Uint8Array> {
    const across = this.#levels[level]?.width ?? 0
    const start = this.#starts[level] ?? 0
    const rgba = new Uint8Array(4 * width * height)
    for (let row = 0; row < height; row++) {
      const line = rgba.subarray(4 * width * row, 4 * width * (row + 1))
      this.#file.read(line, { at: start + 4 * (across * (y + row) + x) })
    }
    return rgba
  }
}
