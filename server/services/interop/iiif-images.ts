import type { Database } from '../../db/database.ts'
import { imageInfo } from '../../interop/image-info.ts'
import { IMAGE_MEDIA_TYPES, type ImageRequestParts, readImageRequest } from '../../interop/image-request.ts'
import { COSTLY_AREA } from '../../interop/image-limits.ts'
import type { InteropAddresses } from '../../interop/addresses.ts'
import { type PyramidLevel, readPyramidLevels } from '../../raster/region/pyramid-levels.ts'
import { regionPicture } from '../../raster/region/region-picture.ts'
import { tileSideFor } from '../../../cog/file/tile-side.ts'
import { pyramidKey } from '../../storage/map-keys.ts'
import { type MapFiles, StorageError } from '../../storage/map-files.ts'
import { LoadingCache } from '../cache/loading-cache.ts'
import { notFound, Refusal } from '../refusal.ts'
import { FairQueue } from '../transform/fair-queue.ts'
import { fileByRanges } from '../maps/files/file-by-ranges.ts'
import { seenScan } from './seen-scan.ts'

/** Pictures that are made at once, of one address one; each holds up to some 200 MB. */
const AT_ONCE = 2
/** A viewer asks for all the tiles of its screen together. */
const MOST_WAITING = 48
/** Pictures without loss, large ones in WebP, and enlarged ones take longest: one at a time, each drawn once. */
const COSTLY_WAITING = 8
const CACHED_BYTES = 32 * 2 ** 20
/** Pyramids whose directories are cached: some hundred kilobytes each. */
const MOST_CACHED = 64

export interface ImageDeps {
  readonly db: Database
  readonly files: MapFiles
  readonly stopping: AbortSignal
}

/** Who asks for a picture. */
export interface ImageCaller {
  readonly viewerId: string | null
  /** What counts for taking turns. */
  readonly address: string
}

/** A picture that may be sent. */
export interface ServedImage {
  readonly isOpen: boolean
  readonly contentType: string
  /** The address of the same picture in its one form. */
  readonly canonical: string
  /** The same for equal pixels. */
  readonly etag: string
  /** Draws it. @throws Refusal 429 where too many wait, 503 where the server stops */
  draw(left: AbortSignal): Promise<Buffer>
}

interface Pyramid {
  readonly size: number
  readonly levels: readonly PyramidLevel[]
}

/** Parts of scans by the IIIF Image API: who may see them, in turns, from pyramids that are known. */
export class IiifImages {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, mostOfOne: 1, mostWaiting: MOST_WAITING })
  readonly #costlyQueue = new FairQueue({ atOnce: 1, mostWaiting: COSTLY_WAITING })
  /** Costly pictures by their canonical addresses. */
  readonly #costly = new LoadingCache<Buffer>({ max: CACHED_BYTES, sizeOf: ({ length }) => length })
  readonly #pyramids = new LoadingCache<Pyramid>({ max: MOST_CACHED })
  readonly #deps: ImageDeps

  constructor(deps: ImageDeps) {
    this.#deps = deps
  }

  /** `info.json` of a scan. @throws Refusal 404 */
  async info(
    viewerId: string | null,
    id: string,
    addresses: InteropAddresses,
  ): Promise<{ readonly info: object; readonly isOpen: boolean }> {
    const { row, width, height } = await seenScan(this.#deps.db, viewerId, id)
    const { isPublic, licence } = row.map
    const address = addresses.image(row.map.id)
    const tileSide = tileSideFor(width, height)
    return { isOpen: isPublic, info: imageInfo({ address, width, height, licence, tileSide }) }
  }

  /** What an address asks for. @throws Refusal 404; 400 that names the part of the address */
  async find(
    { viewerId, address }: ImageCaller,
    id: string,
    parts: ImageRequestParts,
    addresses: InteropAddresses,
  ): Promise<ServedImage> {
    const { row, width, height } = await seenScan(this.#deps.db, viewerId, id)
    const read = readImageRequest(parts, { width, height })
    if (!read.ok) {
      const part = read.fault === 'quality' || read.fault === 'format' ? 'file' : read.fault
      throw new Refusal(400, 'errors.iiif.badPart', { details: { part: read.fault, value: parts[part] } })
    }
    const { request } = read
    const key = pyramidKey(row.map.scanId)
    const etag = `${row.map.id}/${request.canonical}`
    const { size, region } = request
    const isEnlarged = size.width > region.width || size.height > region.height
    const isLarge = size.width * size.height > COSTLY_AREA
    // WebP of the size of a viewer's tiles is not: these come by the dozen.
    const isCostly = request.format === 'png' || isEnlarged || (request.format === 'webp' && isLarge)
    if (isCostly && isLarge && viewerId === null)
      throw new Refusal(400, 'errors.iiif.tooLargeForStrangers', {
        details: { megapixels: Math.floor(COSTLY_AREA / 1_000_000) },
      })
    const draw = async (signal: AbortSignal) => {
      const { size: bytes, levels } = await this.#pyramids.get(key, () => this.#open(key))
      return regionPicture(fileByRanges(this.#deps.files, key, bytes), levels, request, signal)
    }
    const { stopping } = this.#deps
    return {
      isOpen: row.map.isPublic,
      contentType: IMAGE_MEDIA_TYPES[request.format],
      canonical: `${addresses.image(row.map.id)}/${request.canonical}`,
      etag,
      draw: async (left) => {
        // Others may wait for the same costly picture: it is drawn though the first of them leaves.
        const signal = isCostly ? stopping : AbortSignal.any([left, stopping])
        try {
          return isCostly
            ? await this.#costly.get(etag, () => this.#costlyQueue.run(address, () => draw(signal), signal))
            : await this.#queue.run(address, () => draw(signal), signal)
        } catch (error) {
          if (signal.aborted) throw new Refusal(503, 'errors.unavailable', { retryAfterSeconds: 2 })
          throw error instanceof StorageError && error.code === 'missing' ? notFound() : error
        }
      },
    }
  }

  async #open(key: string): Promise<Pyramid> {
    const { files } = this.#deps
    const stored = await files.stat(key)
    if (!stored) throw notFound()
    const levels = await readPyramidLevels(fileByRanges(files, key, stored.bytes))
    return { size: stored.bytes, levels }
  }
}
