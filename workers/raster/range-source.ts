import { openKeptFile } from '../kept/kept-file.ts'
import type { KeptFile } from '../kept/kept-file.ts'
import type { RasterAddress } from './raster-api.ts'
import { RasterFailureError } from './raster-failure.ts'

/** A stretch of a file, in bytes. */
export interface Slice {
  readonly offset: number
  readonly length: number
}

const PARTIAL = 206
const BEYOND_END = 416
const BLOCK_BYTES = 65_536
const MAX_BLOCKS = 128
/** Directories and tables are read in bits and pieces: up to here a read goes through cached blocks. */
const SMALL_READ_BYTES = 4_096

/**
 * A file read by HTTP ranges, in the form that geotiff reads from. Small reads share cached blocks; a tile is one
 * request of its exact length, so that giving it up harms no other. (geotiff's own BlockedSource joins neighbours into
 * one request that the first to give up cancels for all, and hides the status of a failed one.) What this device keeps of
 * the file is not asked of the server; a path names one version of a file, so that it is the same.
 */
export class RangeSource {
  address: RasterAddress
  readonly #blocks = new Map<number, Promise<ArrayBuffer>>()
  readonly #kept: KeptFile

  constructor(address: RasterAddress) {
    this.address = address
    this.#kept = openKeptFile(address.url)
  }

  /** Unknown until a server tells; geotiff takes null for that. */
  get fileSize(): number | null {
    return null
  }

  async fetch(slices: Slice[], signal?: AbortSignal): Promise<ArrayBufferLike[]> {
    return await Promise.all(slices.map(async (slice) => (await this.fetchSlice(slice, signal)).data))
  }

  async fetchSlice(slice: Slice, signal?: AbortSignal): Promise<Slice & { data: ArrayBufferLike }> {
    const kept = this.address.file ? null : await this.#kept.part(slice.offset, slice.length)
    signal?.throwIfAborted()
    if (kept) return { ...slice, data: kept }
    if (slice.length <= SMALL_READ_BYTES) return { ...slice, data: await this.#readSmall(slice) }
    const data = await this.#orKept(slice, () => readRange(this.address, slice, signal))
    if (data.byteLength !== slice.length) {
      const message = `expected ${slice.length} bytes at ${slice.offset}, got ${data.byteLength}`
      throw new RasterFailureError('damaged', message)
    }
    return { ...slice, data }
  }

  async close(): Promise<void> {
    this.#blocks.clear()
  }

  /** Exactly these bytes, of the server. */
  async fetchExact(slice: Slice, signal?: AbortSignal): Promise<ArrayBuffer> {
    return await readRange(this.address, slice, signal)
  }

  /** The pieces that directories and tables were read in so far; no longer than `length` at the file's end. */
  async readPieces(): Promise<(Slice & { readonly bytes: ArrayBuffer })[]> {
    return await Promise.all(
      [...this.#blocks].map(async ([block, bytes]) => ({
        offset: block * BLOCK_BYTES,
        length: BLOCK_BYTES,
        bytes: await bytes,
      })),
    )
  }

  /** The connection is lost: what was cached since the file was opened is all there is. */
  async #orKept(slice: Slice, read: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
    try {
      return await read()
    } catch (error) {
      const isAway = error instanceof RasterFailureError && error.code === 'network'
      const kept = isAway ? await this.#kept.part(slice.offset, slice.length, true) : null
      if (kept) return kept
      throw error
    }
  }

  /** Filled with zeros beyond the file's end. */
  async #readSmall({ offset, length }: Slice): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(length)
    for (let block = Math.floor(offset / BLOCK_BYTES); block * BLOCK_BYTES < offset + length; block++) {
      const data = new Uint8Array(await this.#block(block))
      const from = Math.max(0, offset - block * BLOCK_BYTES)
      const part = data.subarray(from, Math.max(from, offset + length - block * BLOCK_BYTES))
      bytes.set(part, block * BLOCK_BYTES + from - offset)
    }
    return bytes.buffer
  }

  async #block(block: number): Promise<ArrayBuffer> {
    const known = this.#blocks.get(block)
    if (known) {
      this.#blocks.delete(block)
      this.#blocks.set(block, known)
      return await known
    }
    const read = this.#readBlock(block)
    this.#blocks.set(block, read)
    const oldest = this.#blocks.size > MAX_BLOCKS ? this.#blocks.keys().next() : undefined
    if (oldest && !oldest.done) this.#blocks.delete(oldest.value)
    try {
      return await read
    } catch (error) {
      this.#blocks.delete(block)
      throw error
    }
  }

  async #readBlock(block: number): Promise<ArrayBuffer> {
    const slice = { offset: block * BLOCK_BYTES, length: BLOCK_BYTES }
    const { file } = this.address
    if (file) return await readFile(file, slice)
    const kept = await this.#kept.part(slice.offset, slice.length)
    return kept ?? (await this.#orKept(slice, () => readBlock(this.address, block)))
  }
}

/** Empty beyond the file's end: geotiff asks for more than it needs. */
async function readBlock(address: RasterAddress, block: number): Promise<ArrayBuffer> {
  const response = await request(address, { offset: block * BLOCK_BYTES, length: BLOCK_BYTES })
  if (response.status === BEYOND_END && block > 0) return new ArrayBuffer(0)
  return await bodyOf(response)
}

async function readRange(address: RasterAddress, slice: Slice, signal?: AbortSignal): Promise<ArrayBuffer> {
  if (address.file) return await readFile(address.file, slice)
  return await bodyOf(await request(address, slice, signal), signal)
}

/** Bytes of a file on this device; fewer at its end. */
async function readFile(file: Blob, { offset, length }: Slice): Promise<ArrayBuffer> {
  try {
    return await file.slice(offset, offset + length).arrayBuffer()
  } catch (error) {
    // Removed or changed since it was opened.
    throw new RasterFailureError('notFound', error instanceof Error ? error.message : String(error))
  }
}

async function request(
  { url, token, home = location.origin }: RasterAddress,
  { offset, length }: Slice,
  signal?: AbortSignal,
): Promise<Response> {
  const address = new URL(url, location.origin)
  const headers = new Headers({ range: `bytes=${offset}-${offset + length - 1}` })
  if (token && address.origin === home) headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(address, { headers, ...(signal ? { signal } : {}) })
  } catch (error) {
    throw unanswered(error, signal)
  }
}

/** A connection lost at the start of an answer or during it says nothing against the file. */
function unanswered(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return new RasterFailureError('network', error instanceof Error ? error.message : String(error))
}

async function bodyOf(response: Response, signal?: AbortSignal): Promise<ArrayBuffer> {
  if (response.status !== PARTIAL) {
    await response.body?.cancel()
    throw failureOfStatus(response.status, new URL(response.url).pathname)
  }
  try {
    return await response.arrayBuffer()
  } catch (error) {
    throw unanswered(error, signal)
  }
}

function failureOfStatus(status: number, path: string): RasterFailureError {
  const said = `${status} for ${path}`
  if (status === 200) return new RasterFailureError('unsupported', `no range requests: ${said}`)
  if (status === 401) return new RasterFailureError('unauthorised', said)
  if (status === 403) return new RasterFailureError('forbidden', said)
  if (status === 404 || status === 410) return new RasterFailureError('notFound', said)
  if (status === BEYOND_END)
    return new RasterFailureError('damaged', `shorter than its directory says: ${said}`)
  return new RasterFailureError('network', said)
}
