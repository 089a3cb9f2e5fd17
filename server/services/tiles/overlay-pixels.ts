import type { OverlayRow } from '../../db/queries/tile-rows.ts'
import { type PicturePart, pictureOf } from '../../raster/tiles/lay-under.ts'
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
  withReducedLevels,
} from '../../raster/tiles/tile-plan.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { boxMoved, worldsMeeting } from '../../../contract/worlds.ts'
import { fileByRanges } from '../maps/files/file-by-ranges.ts'
import { LoadingCache } from '../cache/loading-cache.ts'

/** Heads of files: that of a sheet has some kilobytes, that of an overlay of 16 gigapixels a table of a megabyte. */
const HEADS_BYTES = 48 * 1024 * 1024
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
  readonly #open = new LoadingCache<OverlayFile | undefined>({
    max: HEADS_BYTES,
    sizeOf: (file) => file?.bytes ?? 1,
  })
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
    return pictureOf(await this.partsOf(overlay, box, side), side, side)
  }

  /** As `of`, only the parts of the picture that the overlay covers. */
  async partsOf(overlay: OverlayRow, box: Corners, side: number): Promise<PicturePart[]> {
    const parts = await Promise.all(
      worldsMeeting(box, overlay.corners).map((world) =>
        this.#drawn(overlay, (grid) => planTile(grid, boxMoved(box, world), side)),
      ),
    )
    return parts.filter((part) => part !== undefined)
  }

  /** A picture on any grid whose lines run north and east; else as `of`. */
  async onAxes(
    overlay: OverlayRow,
    columns: PictureAxis,
    rows: PictureAxis,
  ): Promise<Uint8Array | undefined> {
    const part = await this.#drawn(overlay, (grid) => planPicture(grid, columns, rows))
    return pictureOf(part ? [part] : [], columns.pixels, rows.pixels)
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
  ): Promise<PicturePart | undefined> {
    const file = await this.#file(overlay)
    const plan = file && planOn(withReducedLevels(file.grid))
    if (!plan) return undefined
    const tiles = await this.#tilesOf(overlay.versionId, file, plan)
    const pixels = tiles.length === 0 ? undefined : await this.#thread.resample(plan, tiles)
    if (!pixels) return undefined
    const { left, top, columns, rows } = plan
    return { left, top, width: columns.starts.length, height: rows.starts.length, pixels }
  }

  /** The tiles of a file that a plan takes. */
  async #tilesOf(name: string, file: OverlayFile, plan: TilePlan): Promise<DecodedTile[]> {
    const { window } = plan
    const level = Math.min(plan.level, file.grid.levels.length - 1)
    const { width, tileSide: storedSide } = file.grid.levels[level]!
    // A power of two: the one tile of the coarsest level is reduced.
    const tileSide = storedSide / 2 ** (plan.level - level)
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
        const decoded = await this.#decoded.get(`${name} ${stored.offset} ${tileSide}`, async () =>
          decodeShared(await file.read(stored), tileSide < storedSide ? tileSide : undefined),
        )
        return [{ ...decoded, left: column * tileSide, top: row * tileSide }]
      }),
    )
    return tiles.flat()
  }
}
