import type { OverlayRow } from '../../db/queries/tile-rows.ts'
import { layUnder } from '../../raster/tiles/lay-under.ts'
import { OverlayFile } from '../../raster/tiles/overlay-file.ts'
import type { DecodedTile } from '../../raster/tiles/resample.ts'
import { ResampleThread } from '../../raster/tiles/resample-thread-client.ts'
import { decodeShared } from '../../raster/tiles/tile-picture.ts'
import {
  type OverlayGrid,
  type PictureAxis,
  planPicture,
  planTile,
  type TilePlan,
} from '../../raster/tiles/tile-plan.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { boxMoved, worldsMeeting } from '../../../contract/worlds.ts'
import { fileByRanges } from '../maps/files/file-by-ranges.ts'
import { LoadingCache } from '../cache/loading-cache.ts'

/** Heads of files: an overlay of 16 gigapixels has a table of a megabyte. */
const MOST_FILES = 48
const DECODED_BYTES = 64 * 1024 * 1024

interface DecodedPixels {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** Pixels of published overlays on any grid; the latest tiles of the files are cached as decoded. */
export class OverlayPixels {
  readonly #files: MapFiles
  readonly #thread = new ResampleThread()
  readonly #open = new LoadingCache<OverlayFile | undefined>({ max: MOST_FILES })
  readonly #decoded = new LoadingCache<DecodedPixels>({
    max: DECODED_BYTES,
    sizeOf: ({ pixels }) => pixels.length,
  })

  constructor(files: MapFiles) {
    this.#files = files
  }

  /**
   * A square picture of a box of our world, four bytes a pixel; undefined where it shows nothing. Of an overlay across
   * the date line both parts are drawn, where the box has both.
   *
   * @throws RasterError `warpThreadFailed`; StorageError `missing`; RangeError where the file is damaged
   */
  async of(overlay: OverlayRow, box: Corners, side: number): Promise<Uint8Array | undefined> {
    const parts = await Promise.all(
      worldsMeeting(box, overlay.corners).map((world) =>
        this.#drawn(overlay, (grid) => planTile(grid, boxMoved(box, world), side)),
      ),
    )
    const [first, ...others] = parts.filter((part) => part !== undefined)
    if (first) for (const other of others) layUnder(first, other)
    return first
  }

  /** A picture on any grid whose lines run north and east; else as `of`. */
  onAxes(overlay: OverlayRow, columns: PictureAxis, rows: PictureAxis): Promise<Uint8Array | undefined> {
    return this.#drawn(overlay, (grid) => planPicture(grid, columns, rows))
  }

  /** The pixel grid of an overlay; undefined where its file is none of ours. */
  async gridOf(overlay: OverlayRow): Promise<OverlayGrid | undefined> {
    return (await this.#file(overlay))?.grid
  }

  /** Ends the thread; nothing may be asked for any more. */
  close(): Promise<void> {
    return this.#thread.stop()
  }

  #file({ versionId, fileKey, bytes }: OverlayRow): Promise<OverlayFile | undefined> {
    return this.#open.get(versionId, () => OverlayFile.open(fileByRanges(this.#files, fileKey, bytes)))
  }

  async #drawn(
    overlay: OverlayRow,
    planOn: (grid: OverlayGrid) => TilePlan | undefined,
  ): Promise<Uint8Array | undefined> {
    const file = await this.#file(overlay)
    const plan = file && planOn(file.grid)
    if (!plan) return undefined
    const tiles = await this.#tilesOf(overlay.versionId, file, plan)
    return tiles.length === 0 ? undefined : this.#thread.resample(plan, tiles)
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
        const decoded = await this.#decoded.get(`${name} ${stored.offset}`, async () =>
          decodeShared(await file.read(stored)),
        )
        return [{ ...decoded, left: column * tileSide, top: row * tileSide }]
      }),
    )
    return tiles.flat()
  }
}
