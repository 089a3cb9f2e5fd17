import type { Device, Texture } from '@luma.gl/core'
import type { TileAddress } from '../../../workers/raster/raster-api.ts'
import { RasterError } from '../../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { SMOOTH_SAMPLING } from '../smooth-sampling.ts'

/** A tile on the GPU. */
export interface TileTexture {
  readonly tile: TileAddress
  /** Null: the tile is empty, nothing is to be drawn. */
  readonly texture: Texture | null
  readonly width: number
  readonly height: number
}

interface Loading {
  readonly abort: AbortController
  bitmap?: ImageBitmap
}

const MAX_REQUESTS = 8
/** Uploads a frame: one takes about a millisecond. */
const UPLOADS_PER_FRAME = 6
/** Textures beyond this are given up, the longest unused first. */
const BUDGET_BYTES = 192 * 1024 * 1024
/** A tile that could not be read is asked for again after this, and after twice as long each time, while it is wanted. */
const RETRY_AFTER_MS = 5_000
const LONGEST_RETRY_MS = 60_000
/** Where more tiles wait than can be asked for at once. */
const RETRY_STEP_MS = 250

interface Failure {
  readonly at: number
  readonly waitMs: number
  readonly error: unknown
}

const keyOf = ({ level, x, y }: TileAddress) => `${level}/${x}/${y}`

/** Loads the tiles that a layer wants, newest wish first, and keeps them as textures. */
export class TileTextures {
  readonly #device: Device
  readonly #pyramid: Pyramid
  readonly #budgetBytes: number
  readonly #onChange: () => void
  readonly #onError: (error: RasterError) => void
  /** In the order of their last use. */
  readonly #textures = new Map<string, TileTexture>()
  readonly #loading = new Map<string, Loading>()
  readonly #failures = new Map<string, Failure>()
  #retry: ReturnType<typeof setTimeout> | undefined
  #wanted = new Map<string, TileAddress>()
  #closed = false

  /**
   * `onChange`: a tile has come, draw again. `onError`: a tile could not be read. `budgetShare`: of the memory for
   * textures, where several panes draw at once.
   */
  constructor(
    device: Device,
    pyramid: Pyramid,
    onChange: () => void,
    onError: (error: RasterError) => void,
    budgetShare: number,
  ) {
    this.#device = device
    this.#pyramid = pyramid
    this.#budgetBytes = BUDGET_BYTES * budgetShare
    this.#onChange = onChange
    this.#onError = onError
  }

  /** Wanted tiles that are not drawn yet. */
  get pending(): number {
    let pending = 0
    for (const key of this.#wanted.keys())
      if (!this.#textures.has(key) && !this.#failures.has(key)) pending += 1
    return pending
  }

  /** Why a wanted tile could not be read; null: all that were asked for have come, or are still to come. */
  get trouble(): RasterError | null {
    for (const key of this.#wanted.keys()) {
      const error = this.#failures.get(key)?.error
      if (error instanceof RasterError) return error
    }
    return null
  }

  /** Asks at once again for what could not be read. */
  retry(): void {
    this.#failures.clear()
    this.want([...this.#wanted.values()])
  }

  /** From now on these, first things first; running requests for others are given up. */
  want(tiles: Iterable<TileAddress>): void {
    this.#wanted = new Map()
    for (const tile of tiles) this.#want(tile)
    for (const [key, { abort, bitmap }] of this.#loading) {
      if (this.#wanted.has(key)) continue
      abort.abort()
      bitmap?.close()
      this.#loading.delete(key)
    }
    this.#load()
  }

  /** The tile, or the finest ancestor that is there; null while there is none. */
  find(tile: TileAddress): TileTexture | null {
    for (let level = tile.level; level < this.#pyramid.levels.length; level++) {
      const key = keyOf(this.#ancestor(tile, level))
      const found = this.#textures.get(key)
      if (!found) continue
      this.#textures.delete(key)
      this.#textures.set(key, found)
      return found
    }
    return null
  }

  #ancestor(tile: TileAddress, level: number): TileAddress {
    const { levels, tileSize } = this.#pyramid
    const { width, height } = levels[level] ?? { width: 1, height: 1 }
    const up = level - tile.level
    const x = Math.min(tile.x >> up, Math.ceil(width / tileSize) - 1)
    const y = Math.min(tile.y >> up, Math.ceil(height / tileSize) - 1)
    return { level, x, y }
  }

  /** In place of a tile that cannot be read, as without a connection, the next coarser one is wanted as well. */
  #want(tile: TileAddress) {
    const key = keyOf(tile)
    this.#wanted.set(key, tile)
    if (this.#failures.has(key) && tile.level + 1 < this.#pyramid.levels.length)
      this.#want(this.#ancestor(tile, tile.level + 1))
  }

  /** Makes textures of what has come; to be called while drawing. True when more is left for the next frame. */
  upload(): boolean {
    let left = UPLOADS_PER_FRAME
    for (const [key, loading] of this.#loading) {
      if (!loading.bitmap) continue
      if (left === 0) return true
      left -= 1
      this.#loading.delete(key)
      this.#keep(key, loading.bitmap)
    }
    this.#trim()
    return false
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
    this.want([])
    for (const { texture } of this.#textures.values()) texture?.destroy()
    this.#textures.clear()
  }

  #keep(key: string, bitmap: ImageBitmap) {
    const tile = this.#wanted.get(key)
    const { width, height } = bitmap
    if (tile) {
      const texture = this.#device.createTexture({
        width,
        height,
        format: 'rgba8unorm',
        mipLevels: 1,
        sampler: SMOOTH_SAMPLING,
      })
      texture.copyExternalImage({ image: bitmap, width, height })
      this.#textures.set(key, { tile, texture, width, height })
    }
    bitmap.close()
  }

  #load() {
    const now = performance.now()
    let running = 0
    for (const { bitmap } of this.#loading.values()) if (!bitmap) running += 1
    for (const [key, tile] of this.#wanted) {
      if (running >= MAX_REQUESTS) return
      const failure = this.#failures.get(key)
      if (failure && now - failure.at < failure.waitMs) continue
      if (this.#textures.has(key) || this.#loading.has(key)) continue
      running += 1
      void this.#request(key, tile)
    }
  }

  async #request(key: string, tile: TileAddress) {
    const loading: Loading = { abort: new AbortController() }
    this.#loading.set(key, loading)
    try {
      const bitmap = await this.#pyramid.readTile(tile, loading.abort.signal)
      if (this.#closed || this.#loading.get(key) !== loading) return bitmap?.close()
      this.#failures.delete(key)
      if (bitmap) loading.bitmap = bitmap
      else this.#textures.set(key, { tile, texture: null, width: 1, height: 1 })
      if (!bitmap) this.#loading.delete(key)
    } catch (error) {
      if (this.#loading.get(key) !== loading) return
      this.#loading.delete(key)
      this.#fail(key, error)
      if (this.#wanted.has(key)) this.#want(tile)
      if (error instanceof RasterError) this.#onError(error)
      else if (!loading.abort.signal.aborted) throw error
    }
    this.#load()
    this.#onChange()
  }

  /** Asks again later by itself: nothing else may move until then, and what is drawn would stay what it was. */
  #fail(key: string, error: unknown) {
    const last = this.#failures.get(key)
    const waitMs = last ? Math.min(2 * last.waitMs, LONGEST_RETRY_MS) : RETRY_AFTER_MS
    this.#failures.set(key, { at: performance.now(), waitMs, error })
    this.#scheduleRetry()
  }

  #scheduleRetry() {
    clearTimeout(this.#retry)
    let next = Infinity
    for (const [key, { at, waitMs }] of this.#failures)
      if (this.#wanted.has(key) && !this.#loading.has(key)) next = Math.min(next, at + waitMs)
    if (this.#closed || next === Infinity) return
    const retry = () => {
      this.#load()
      this.#scheduleRetry()
    }
    this.#retry = setTimeout(retry, Math.max(next - performance.now(), RETRY_STEP_MS))
  }

  #trim() {
    let bytes = 0
    for (const { width, height, texture } of this.#textures.values()) if (texture) bytes += width * height * 4
    for (const [key, { width, height, texture }] of this.#textures) {
      if (bytes <= this.#budgetBytes) return
      if (this.#wanted.has(key) || !texture) continue
      texture.destroy()
      this.#textures.delete(key)
      bytes -= width * height * 4
    }
  }
}
