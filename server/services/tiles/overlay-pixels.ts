import type { OverlayRow } from '../../db/queries/tile-rows.ts'
import { OverlayFile } from '../../raster/tiles/overlay-file.ts'
import type { DecodedTile } from '../../raster/tiles/resample.ts'
import { ResampleThread } from '../../raster/tiles/resample-thread-client.ts'
import { decodeShared } from '../../raster/tiles/tile-picture.ts'
import { planTile, type TilePlan } from '../../raster/tiles/tile-plan.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { fileByRanges } from '../maps/file-by-ranges.ts'
import { KeptAnswers } from '../maps/kept-answers.ts'

/** Heads of files: an overlay of 16 gigapixels has a table of a megabyte. */
const MOST_FILES = 48
const DECODED_BYTES = 64 * 1024 * 1024

interface DecodedPixels {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** Pixels of published overlays on any grid; the latest tiles of the files are kept as they were decoded. */
export class OverlayPixels {
  readonly #files: MapFiles
  readonly #thread = new ResampleThread()
  readonly #open = new KeptAnswers<OverlayFile | undefined>(MOST_FILES)
  readonly #decoded = new KeptAnswers<DecodedPixels>(DECODED_BYTES, ({ pixels }) => pixels.length)

  constructor(files: MapFiles) {
    this.#files = files
  }

  /**
   * A square picture of a box, four bytes a pixel; undefined where it shows nothing.
   *
   * @throws RasterError `warpThreadFailed`; StorageError `missing`; RangeError where the file is damaged
   */
  async of(overlay: OverlayRow, box: Corners, side: number): Promise<Uint8Array | undefined> {
    const file = await this.#open.of(overlay.versionId, () =>
      OverlayFile.open(fileByRanges(this.#files, overlay.fileKey, overlay.bytes)),
    )
    const plan = file && planTile(file.grid, box, side)
    if (!plan) return undefined
    const tiles = await this.#tilesOf(overlay.versionId, file, plan)
    return tiles.length === 0 ? undefined : this.#thread.resample(plan, tiles)
  }

  /** Ends the thread; nothing may be asked for any more. */
  close(): Promise<void> {
    return this.#thread.stop()
  }

  /** The tiles of a file that a plan takes. */
  async #tilesOf(name: string, file: OverlayFile, { level, window }: TilePlan): Promise<DecodedTile[]> {
    const { width, tileSide } = file.grid.levels[level]!
    const across = Math.ceil(width / tileSide)
    const wanted: { column: number; row: number }[] = []
    for (let row = Math.floor(window.top / tileSide); row * tileSide < window.top + window.height; row++)
      for (
        let column = Math.floor(window.left / tileSide);
        column * tileSide < window.left + window.width;
        column++
      )
        wanted.push({ column, row })
    const tiles = await Promise.all(
      wanted.map(async ({ column, row }) => {
        const stored = await file.tile(level, row * across + column)
        if (stored.length === 0) return []
        // By where its bytes lie: all tiles that show nothing are one.
        const decoded = await this.#decoded.of(`${name} ${stored.offset}`, async () =>
          decodeShared(await file.read(stored)),
        )
        return [{ ...decoded, left: column * tileSide, top: row * tileSide }]
      }),
    )
    return tiles.flat()
  }
}
