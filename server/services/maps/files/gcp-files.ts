import type { GcpFileFormat } from '../../../../gcp-files/gcp-file.ts'
import { writeGcpFile } from '../../../../gcp-files/write-gcp-file.ts'
import type { Database } from '../../../db/database.ts'
import { filePointsOf } from '../../../interop/map-annotation.ts'
import { LoadingCache } from '../../cache/loading-cache.ts'
import { FairQueue } from '../../transform/fair-queue.ts'
import { placedMap } from '../pages/public-map.ts'

/** Files that are cached, all together, in UTF-16 units; the largest has some hundred thousand. */
const CACHED_LENGTH = 32 * 2 ** 20
/** Files that one address may wait for: one asks for all formats of a map at once at most. */
const MOST_WAITING = 16

/** The file of a map's control points in one format. */
export interface MapGcpFile {
  readonly title: string
  /** The same for equal files: an overlay never changes. */
  readonly etag: string
  /** Its text. @throws Refusal 429 where too many of the caller wait */
  readonly write: (address: string) => Promise<string>
}

/** Files of the control points of public maps: each written once a version, addresses taking turns. */
export class GcpFiles {
  readonly #files = new LoadingCache<string>({ max: CACHED_LENGTH, sizeOf: (text) => text.length })
  readonly #queue = new FairQueue({ atOnce: 1, mostWaiting: MOST_WAITING })
  readonly #db: Database
  readonly #stopping: AbortSignal

  constructor({ db, stopping }: { readonly db: Database; readonly stopping: AbortSignal }) {
    this.#db = db
    this.#stopping = stopping
  }

  /** The control points of a public map's overlay, in longitude and latitude. @throws Refusal 404 */
  async find(id: string, format: GcpFileFormat): Promise<MapGcpFile> {
    const { row, version } = await placedMap(this.#db, id)
    const { imageWidth: width, imageHeight: height, title } = row.map
    const scan = width !== null && height !== null ? { width, height } : undefined
    const name = [version.id, format, width, height].join(' ')
    const text = async () => {
      const points = filePointsOf(version.transformation)
      return writeGcpFile(format, { crs: 'EPSG:4326', points }, scan)
    }
    return {
      title,
      etag: `"${version.id}.${format}"`,
      write: (address) => this.#files.get(name, () => this.#queue.run(address, text, this.#stopping)),
    }
  }
}
