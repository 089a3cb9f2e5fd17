import type { Readable } from 'node:stream'
import { worldFileText } from '../../../cog/file/world-file.ts'
import { outlineGeoJson, outlinePolygons } from '../../../cog/outline/outline-geojson.ts'
import type { Database } from '../../db/database.ts'
import { findRecord, type RecordRow } from '../../db/queries/map-rows.ts'
import type { OverlayRow } from '../../db/queries/tile-rows.ts'
import { findVersion, versionMaker, type VersionRow } from '../../db/queries/transforms.ts'
import { LICENCES } from '../../../contract/rights.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { longitudesOf } from '../../../contract/worlds.ts'
import { overlayJpeg, pictureLevel } from '../../raster/tiles/overlay-jpeg.ts'
import { encodePhoto } from '../../raster/tiles/tile-picture.ts'
import type { MapFiles } from '../../storage/map-files.ts'
import { pageAddress } from '../maps/pages/page-head.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { MapTiles } from '../tiles/map-tiles.ts'
import { dublinCore } from './dublin-core.ts'
import { outlineGeoPackage } from './outline-geopackage.ts'
import { OVERLAY_PIXELS, planSuperoverlays, superoverlay } from './superoverlay.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

/** Long ones that are sent at a time: to one caller, to all strangers together, and in all. */
const MOST_OF_ONE = 2
const MOST_OF_STRANGERS = 6
const MOST_AT_ALL = 10
const TRY_AGAIN_SECONDS = 30
/** Marks callers who are not signed in. */
const STRANGER = 'from '

export interface DownloadDeps {
  readonly db: Database
  readonly files: MapFiles
  readonly tiles: MapTiles
}

export interface DownloadAsked {
  readonly overlay: OverlayRow
  /** Origin of the instance, without a slash at its end. */
  readonly origin: string
  /** Null: nobody is signed in. */
  readonly viewerId: string | null
  /** Where the caller calls from. */
  readonly address: string
}

/**
 * What may be taken along of a placed map beside its file and its points, made while it is sent.
 *
 * Decision: docs/decisions/2026-11-24-downloads-as-they-are-made.md
 */
export class MapDownloads {
  readonly #deps: DownloadDeps
  /** How many of each caller are being sent, by their account or address. */
  readonly #running = new Map<string, number>()

  constructor(deps: DownloadDeps) {
    this.#deps = deps
  }

  /** A KMZ superoverlay: pictures for globes, the finer ones when one draws near. @throws Refusal 404, 429 */
  async kmz({ overlay, origin, ...caller }: DownloadAsked): Promise<Readable> {
    const { row, version } = await this.#facts(overlay)
    const { tiles } = this.#deps
    const texts = { title: row.map.title, description: aboutOf(row, origin) }
    const entries = superoverlay(
      planSuperoverlays(overlay.corners, overlay.width),
      texts,
      async (columns, rows) => {
        const pixels = await tiles.pixelsOfPicture(overlay, columns, rows, `download ${caller.address}`)
        return pixels && encodePhoto(pixels, OVERLAY_PIXELS)
      },
    )
    return this.#counted(caller, () => zipStream(entries, version.createdAt))
  }

  /** The whole map as one JPEG with its world file and reference system, as a ZIP. @throws Refusal 404, 429 */
  async worldFile({ overlay, ...caller }: DownloadAsked): Promise<Readable> {
    const { version } = await this.#facts(overlay)
    const grid = await this.#deps.tiles.gridOf(overlay)
    if (!grid) throw notFound()
    const level = pictureLevel(grid)
    const pixelSize = grid.pixelSize * 2 ** level
    const { files } = this.#deps
    async function* entries(): AsyncGenerator<ZipEntry> {
      const texts: [string, string][] = [
        ['map.jgw', worldFileText({ ...grid!, pixelSize })],
        ['map.prj', WEB_MERCATOR_WKT],
        ['map.jpg.aux.xml', '<PAMDataset>\n  <SRS>EPSG:3857</SRS>\n</PAMDataset>\n'],
      ]
      for (const [name, text] of texts) yield { name, content: Buffer.from(text), compress: true }
      const copy = await files.localCopy(overlay.fileKey)
      const picture = overlayJpeg(copy.path, level)
      picture.once('close', () => void copy.release())
      yield { name: 'map.jpg', content: picture, compress: false }
    }
    return this.#counted(caller, () => zipStream(entries(), version.createdAt))
  }

  /** The outline of the overlay as GeoJSON. @throws Refusal 404 */
  async outline({ overlay, origin }: DownloadAsked): Promise<string> {
    const { row, version } = await this.#facts(overlay)
    const { title, year, licence, attribution } = row.map
    const properties = { title, year, licence, attribution, url: pageAddress(origin, row.map.id) }
    return outlineGeoJson({ id: row.map.id, properties }, version.footprint)
  }

  /** The outline of the overlay as a GeoPackage. @throws Refusal 404 */
  async outlineGeoPackage({ overlay, origin }: DownloadAsked): Promise<Buffer> {
    const { row, version } = await this.#facts(overlay)
    const { title, year, licence, attribution } = row.map
    return outlineGeoPackage({
      title,
      year,
      licence,
      attribution,
      url: pageAddress(origin, row.map.id),
      polygons: outlinePolygons(version.footprint),
      madeAt: version.createdAt,
    })
  }

  /** What is known of the map, in Dublin Core. @throws Refusal 404 */
  async dublinCore({ overlay, origin }: DownloadAsked): Promise<string> {
    const { row, version } = await this.#facts(overlay)
    const { map } = row
    const [west, east] = longitudesOf(overlay.corners)
    const [south, north] = [lonLatOf([0, overlay.corners.minY])[1], lonLatOf([0, overlay.corners.maxY])[1]]
    const years = [map.startYear, map.endYear].filter((year) => year !== null)
    return dublinCore({
      title: map.title,
      otherTitles: [map.modernTitle, map.alternativeTitle],
      creator: map.creator,
      publisher: map.publisher,
      description: map.description,
      date: map.year === null ? years.join('/') || null : String(map.year),
      contributor: version.userId ? await versionMaker(this.#deps.db, version.userId) : null,
      rights: [map.licence && LICENCES[map.licence], map.attribution],
      identifiers: [pageAddress(origin, map.id), map.shelfmark, map.catalogueUrl],
      sources: [map.institution, map.importedFrom],
      west,
      south,
      east,
      north,
    })
  }

  async #facts({ mapId, versionId }: OverlayRow): Promise<{ row: RecordRow; version: VersionRow }> {
    const [row, version] = await Promise.all([
      findRecord(this.#deps.db, null, mapId),
      findVersion(this.#deps.db, versionId),
    ])
    if (!row || !version) throw notFound()
    return { row, version }
  }

  /**
   * Begins a long one, where the caller and all together have not too many. What strangers may take leaves some for those
   * who are signed in.
   *
   * @throws Refusal 429
   */
  #counted(
    { viewerId, address }: Omit<DownloadAsked, 'overlay' | 'origin'>,
    begin: () => Readable,
  ): Readable {
    const caller = viewerId === null ? `${STRANGER}${address}` : viewerId
    const own = this.#running.get(caller) ?? 0
    const isFull =
      own >= MOST_OF_ONE ||
      this.#count(() => true) >= MOST_AT_ALL ||
      (viewerId === null && this.#count((one) => one.startsWith(STRANGER)) >= MOST_OF_STRANGERS)
    if (isFull)
      throw new Refusal(429, 'errors.tooManyRequests', {
        details: { seconds: TRY_AGAIN_SECONDS },
        retryAfterSeconds: TRY_AGAIN_SECONDS,
      })
    this.#running.set(caller, own + 1)
    const stream = begin()
    stream.once('close', () => {
      const left = (this.#running.get(caller) ?? 1) - 1
      if (left > 0) this.#running.set(caller, left)
      else this.#running.delete(caller)
    })
    return stream
  }

  #count(isCounted: (caller: string) => boolean): number {
    return [...this.#running].reduce((sum, [caller, count]) => sum + (isCounted(caller) ? count : 0), 0)
  }
}

/** Whom to name, under what licence, and where the map comes from. */
function aboutOf({ map }: RecordRow, origin: string): string {
  return [map.description, map.attribution, map.licence && LICENCES[map.licence], pageAddress(origin, map.id)]
    .filter(Boolean)
    .join('\n')
}

/** EPSG:3857 as ESRI writes it, which is what a `.prj` holds. */
const WEB_MERCATOR_WKT =
  'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]'
