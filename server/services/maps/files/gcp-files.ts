import type { GcpFileFormat } from '../../../../gcp-files/gcp-file.ts'
import { writeGcpFile } from '../../../../gcp-files/write-gcp-file.ts'
import type { Database } from '../../../db/database.ts'
import { isId } from '../../../db/new-id.ts'
import { findRecord } from '../../../db/queries/map-rows.ts'
import { findVersion } from '../../../db/queries/transforms.ts'
import { filePointsOf } from '../../../interop/map-annotation.ts'
import { LoadingCache } from '../../cache/loading-cache.ts'
import { notFound } from '../../refusal.ts'
import { FairQueue } from '../../transform/fair-queue.ts'
import { requirePlaced, seenMap, type SeenMap } from '../pages/public-map.ts'
import type { FilePathSigner } from './file-paths.ts'

/** Files that are cached, all together, in UTF-16 units; the largest has some hundred thousand. */
const CACHED_LENGTH = 32 * 2 ** 20
/** Files that one address may wait for: one asks for all formats of a map at once at most. */
const MOST_WAITING = 16

/** The file of a map's control points in one format. */
export interface MapGcpFile {
  readonly title: string
  /** The same for equal files: an overlay never changes. */
  readonly etag: string
  /** Whether everyone may have it at the moment. */
  readonly isOpen: boolean
  /** Its text. @throws Refusal 429 where too many of the caller wait */
  readonly write: (address: string) => Promise<string>
}

/** Files of the control points of maps that are public or shared by a link: each written once a version, addresses taking turns. */
export class GcpFiles {
  readonly #files = new LoadingCache<string>({ max: CACHED_LENGTH, sizeOf: (text) => text.length })
  readonly #queue = new FairQueue({ atOnce: 1, mostWaiting: MOST_WAITING })
  readonly #db: Database
  readonly #signer: FilePathSigner
  readonly #stopping: AbortSignal

  constructor({
    db,
    signer,
    stopping,
  }: {
    readonly db: Database
    readonly signer: FilePathSigner
    readonly stopping: AbortSignal
  }) {
    this.#db = db
    this.#signer = signer
    this.#stopping = stopping
  }

  /**
   * The control points of a map's overlay, in longitude and latitude.
   *
   * @param ticket of a signed path of that overlay; undefined: the map is to be public
   * @throws Refusal 404
   */
  async find(id: string, format: GcpFileFormat, ticket: string | undefined): Promise<MapGcpFile> {
    const { row, version } = requirePlaced(
      ticket === undefined ? await seenMap(this.#db, id) : await this.#byTicket(id, ticket),
    )
    const { imageWidth: width, imageHeight: height, title } = row.map
    const scan = width !== null && height !== null ? { width, height } : undefined
    const name = [version.id, format, width, height].join(' ')
    const text = async () => {
      const points = filePointsOf(version.transformation)
      return writeGcpFile(format, { crs: 'EPSG:4326', points }, scan)
    }
    return {
      title,
      isOpen: row.map.isPublic,
      etag: `"${version.id}.${format}"`,
      write: (address) => this.#files.get(name, () => this.#queue.run(address, text, this.#stopping)),
    }
  }
  async #byTicket(id: string, ticket: string): Promise<SeenMap> {
    const row = isId(id) ? await findRecord(this.#db, null, id) : undefined
    const { currentVersionId } = row?.map ?? {}
    const version = currentVersionId ? await findVersion(this.#db, currentVersionId) : undefined
    if (!row || !version || !(await this.#signer.opens(ticket, row.map, `v${version.n}`))) throw notFound()
    return { row, version }
  }
}
