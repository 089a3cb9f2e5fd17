import { Buffer } from 'node:buffer'
import { overlayPicture } from '../../../raster/cog/overlay-picture.ts'
import { mapFileKey } from '../../../storage/map-keys.ts'
import { type MapFiles, StorageError } from '../../../storage/map-files.ts'
import { FairQueue } from '../../transform/fair-queue.ts'
import { notFound } from '../../refusal.ts'
import { fileByRanges } from '../files/file-by-ranges.ts'
import { LoadingCache } from '../../cache/loading-cache.ts'
import type { SeenMap } from './public-map.ts'

/** As pages that show links want it. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const
/** The paper of the light theme. */
const GROUND = '#F7F3EA'
const MOST_CACHED = 64

export interface MapPicture {
  readonly bytes: Buffer
  readonly contentType: string
  /** Changes with the picture. */
  readonly etag: string
}

/** Pictures of maps that anyone may see, for pages that show links to them; made one after another, the latest are cached. */
export class MapPictures {
  readonly #made = new LoadingCache<Buffer | undefined>({ max: MOST_CACHED })
  readonly #queue = new FairQueue()
  readonly #deps: { readonly files: MapFiles; readonly stopping: AbortSignal }

  constructor(deps: { readonly files: MapFiles; readonly stopping: AbortSignal }) {
    this.#deps = deps
  }

  /** The warped map, or the scan where none is published. @throws Refusal 404; 429 where too many ask at once */
  async of(seen: SeenMap): Promise<MapPicture> {
    return this.#find(seen).catch((error: unknown) => {
      throw error instanceof StorageError && error.code === 'missing' ? notFound() : error
    })
  }

  async #find({ row, version }: SeenMap): Promise<MapPicture> {
    const { files, stopping } = this.#deps
    if (version) {
      const { id: name, fileKey, bytes: size } = version
      const bytes = await this.#made.get(name, () =>
        this.#queue.run(
          '',
          () => overlayPicture(fileByRanges(files, fileKey, size), PICTURE_SIZE, GROUND),
          stopping,
        ),
      )
      if (bytes) return { bytes, contentType: 'image/jpeg', etag: name }
    }
    if (row.map.processingState !== 'ready') throw notFound()
    const scan = await files.read(mapFileKey(row.map.scanId, 'thumbnails/high-1000.webp'))
    return {
      bytes: Buffer.concat(await scan.toArray()),
      contentType: 'image/webp',
      etag: `scan-${row.map.id}`,
    }
  }
}
