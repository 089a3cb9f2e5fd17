import { worldsMeeting } from '../../../contract/worlds.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import { findOverlay, type OverlayRow } from '../../db/queries/tile-rows.ts'
import { isOpaque, layUnder, type PicturePart } from '../../raster/tiles/lay-under.ts'
import { encodeTile, type TileFormat } from '../../raster/tiles/tile-picture.ts'
import type { OverlayGrid, PictureAxis } from '../../raster/tiles/tile-plan.ts'
import { type MapFiles, StorageError } from '../../storage/map-files.ts'
import type { FilePathSigner } from '../maps/files/file-paths.ts'
import { LoadingCache } from '../cache/loading-cache.ts'
import { notFound } from '../refusal.ts'
import { FairQueue } from '../transform/fair-queue.ts'
import { OverlayPixels } from './overlay-pixels.ts'
import { isInWorld, type TileAddress, tileBox } from './tile-address.ts'

/** Drawn at a time; each holds some megabytes of pixels. */
const AT_ONCE = 4
/** Overlays of one tile that are read at a time; those beneath an opaque one may be read in vain. */
const LAYERS_AT_ONCE = 4
/** Tiles of one address that wait to be drawn: a few screens full. */
const MOST_WAITING = 200
const CACHED_BYTES = 48 * 1024 * 1024
/** Raised when tiles are drawn differently: they are cached by their tags. */
const DRAWN_AS = 3

export interface TileDeps {
  readonly db: Database
  readonly files: MapFiles
  readonly signer: FilePathSigner
  readonly stopping: AbortSignal
}

/** Who asks: a session, the ticket of a signed address, or nobody; and from where, for turns. */
export interface TileCaller {
  readonly viewerId: string | null
  readonly ticket: string | null
  readonly address: string
}

export interface TilePicture {
  readonly side: number
  readonly format: TileFormat
}

/** How long an answer may be cached: by anyone for good, by anyone shortly, by the caller alone shortly. */
export type Keeping = 'forever' | 'shortly' | 'privately'

/** An overlay that a caller may see. */
export interface SeenOverlay {
  readonly overlay: OverlayRow
  readonly keeping: Keeping
}

/**
 * Draws tiles of published overlays, a few at a time, the callers taking turns; the latest are cached.
 *
 * Decision: docs/decisions/2026-11-24-tiles-of-maps.md
 */
export class MapTiles {
  readonly #deps: TileDeps
  readonly #pixels: OverlayPixels
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  readonly #drawn = new LoadingCache<Buffer>({ max: CACHED_BYTES, sizeOf: (bytes) => bytes.length })
  /** Of each size and format one. */
  readonly #empty = new LoadingCache<Buffer>({ max: 16 })

  constructor(deps: TileDeps) {
    this.#deps = deps
    this.#pixels = new OverlayPixels(deps.files)
  }

  /**
   * The overlay of a map that a caller asks for: of the number that is wanted where they may see that, else the
   * published one.
   *
   * @throws Refusal 404
   */
  async overlayOf(mapId: string, wanted: number | undefined, caller: TileCaller): Promise<SeenOverlay> {
    const { db, signer } = this.#deps
    if (!isId(mapId)) throw notFound()
    const maySee = async (overlay: OverlayRow) =>
      overlay.ownerId === caller.viewerId ||
      (overlay.isPublic && isPublished(overlay)) ||
      (caller.ticket !== null &&
        (await signer.opens(caller.ticket, { id: mapId, accessEpoch: overlay.accessEpoch }, `v${overlay.n}`)))
    const named = wanted === undefined ? undefined : await findOverlay(db, mapId, wanted)
    if (named && (await maySee(named)))
      return { overlay: named, keeping: named.isPublic && isPublished(named) ? 'forever' : 'privately' }
    const overlay = await findOverlay(db, mapId, undefined)
    if (!overlay || !(await maySee(overlay))) throw notFound()
    return { overlay, keeping: overlay.isPublic ? 'shortly' : 'privately' }
  }

  /** What changes with every tile of an overlay, for HTTP, without quotes. */
  tagOf({ versionId }: OverlayRow): string {
    return `${versionId}.${DRAWN_AS}`
  }

  /** @throws Refusal 404 outside of the world; 429 where too many tiles of the caller wait, 503 at the stop */
  async draw(
    overlay: OverlayRow,
    address: TileAddress,
    { side, format }: TilePicture,
    caller: string,
  ): Promise<Buffer> {
    if (!isInWorld(address)) throw notFound()
    if (worldsMeeting(tileBox(address), overlay.corners).length === 0) return this.empty({ side, format })
    const { z, x, y } = address
    return this.#drawn.get(`${overlay.versionId} ${z}/${x}/${y} ${side} ${format}`, async () => {
      const pixels = await this.#inTurn(caller, () => this.#pixelsOf(overlay, address, side))
      return pixels ? encodeTile(pixels, side, format) : this.empty({ side, format })
    })
  }

  /**
   * Overlays laid over each other in one tile, the uppermost first; what is hidden wholly is not drawn.
   *
   * @param tag of what is laid together
   * @throws Refusal as `draw`
   */
  async drawTogether(
    overlays: readonly OverlayRow[],
    tag: string,
    address: TileAddress,
    { side, format }: TilePicture,
    caller: string,
  ): Promise<Buffer> {
    if (overlays.length === 0) return this.empty({ side, format })
    const { z, x, y } = address
    return this.#drawn.get(`${tag} ${z}/${x}/${y} ${side} ${format}`, async () => {
      const pixels = await this.#inTurn(caller, async () => {
        let whole: Uint8Array | undefined
        for (let at = 0; at < overlays.length && !(whole && isOpaque(whole)); at += LAYERS_AT_ONCE) {
          const layers = overlays.slice(at, at + LAYERS_AT_ONCE)
          for (const parts of await Promise.all(layers.map((one) => this.#partsOf(one, address, side))))
            for (const part of parts) layUnder((whole ??= new Uint8Array(side * side * 4)), side, part)
        }
        return whole
      })
      return pixels ? encodeTile(pixels, side, format) : this.empty({ side, format })
    })
  }

  /** A picture of an overlay on any grid, four bytes a pixel; undefined where it shows nothing. @throws Refusal as `draw` */
  pixelsOfPicture(
    overlay: OverlayRow,
    columns: PictureAxis,
    rows: PictureAxis,
    caller: string,
  ): Promise<Uint8Array | undefined> {
    return this.#inTurn(caller, () => orNotFound(this.#pixels.onAxes(overlay, columns, rows)))
  }

  /** The pixel grid of an overlay; undefined where its file is none of ours. @throws Refusal 404 */
  gridOf(overlay: OverlayRow): Promise<OverlayGrid | undefined> {
    return orNotFound(this.#pixels.gridOf(overlay))
  }

  /** A tile that shows nothing: one for all. */
  empty({ side, format }: TilePicture): Promise<Buffer> {
    return this.#empty.get(`${side} ${format}`, () =>
      encodeTile(new Uint8Array(side * side * 4), side, format),
    )
  }

  /** Ends the drawing; nothing may wait any more. */
  close(): Promise<void> {
    return this.#pixels.close()
  }

  #inTurn<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(caller, work, this.#deps.stopping)
  }

  #pixelsOf(overlay: OverlayRow, address: TileAddress, side: number): Promise<Uint8Array | undefined> {
    return orNotFound(this.#pixels.of(overlay, tileBox(address), side))
  }

  #partsOf(overlay: OverlayRow, address: TileAddress, side: number): Promise<PicturePart[]> {
    return orNotFound(this.#pixels.partsOf(overlay, tileBox(address), side))
  }
}

/** What was cleared away between the row and the file is absent. */
const orNotFound = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof StorageError && error.code === 'missing' ? notFound() : error
  })

const isPublished = ({ versionId, currentVersionId }: OverlayRow): boolean => versionId === currentVersionId
