import { keptUrl } from '../kept/kept-file.ts'
import { AreaGoneError, keepParts, missingParts } from '../kept/kept-parts-api.ts'
import type { KeptPart } from '../kept/kept-database-api.ts'
import { mergeSlices } from '../kept/merge-slices.ts'
import type { PyramidFile } from './pyramid-file.ts'
import type { KeepFailure, TileAddress } from './raster-api.ts'
import { failureOf, RasterFailureError } from './raster-failure.ts'

/** Neighbours in the file are one request, with the little that lies between them. */
const MERGED = { gapBytes: 8_192, mostBytes: 1_048_576 }

/** See `RasterWorkerApi.measureTiles`. */
export async function measureTiles(
  file: PyramidFile,
  tiles: readonly TileAddress[],
  signal: AbortSignal,
): Promise<number[]> {
  const sizes: number[] = []
  for (const tile of tiles) {
    signal.throwIfAborted()
    sizes.push(bytesOf(await file.partsOf(tile)))
  }
  return sizes
}

/** See `RasterWorkerApi.keepTiles`. What it throws, `keepFailureOf` names. */
export async function keepTiles(
  file: PyramidFile,
  area: string,
  tiles: readonly TileAddress[],
  signal: AbortSignal,
): Promise<number> {
  const url = keptUrl(file.source.address.url)
  const parts: (KeptPart | Omit<KeptPart, 'bytes'>)[] = []
  for (const tile of tiles) {
    signal.throwIfAborted()
    for (const part of await file.partsOf(tile)) parts.push({ url, ...part })
  }
  const missing = await stored(() => missingParts(area, parts))
  for (const merged of mergeSlices(missing, MERGED)) {
    const bytes = await file.source.fetchExact(merged, signal)
    if (bytes.byteLength !== merged.length)
      throw new RasterFailureError('damaged', `expected ${merged.length} bytes, got ${bytes.byteLength}`)
    const kept = merged.items.map((item) => {
      const from = item.offset - merged.offset
      return { url, offset: item.offset, length: item.length, bytes: bytes.slice(from, from + item.length) }
    })
    await stored(() => keepParts(area, kept))
  }
  // Drawing one tile of each level reads what of the index drawing any of them needs.
  for (const level of new Set(tiles.map((tile) => tile.level))) {
    const tile = tiles.find((one) => one.level === level)
    if (tile) (await file.readTile(tile, signal))?.close()
  }
  const pieces = await file.source.readPieces()
  const unkept = await stored(() =>
    missingParts(
      area,
      pieces.map((piece) => ({ url, ...piece })),
    ),
  )
  await stored(() => keepParts(area, unkept))
  return bytesOf(parts)
}

const bytesOf = (parts: readonly { readonly length: number }[]) =>
  parts.reduce((sum, { length }) => sum + length, 0)

/** The device's storage did not take what was to be kept. */
class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly isFull: boolean

  constructor(cause: unknown) {
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
    super(message, { cause })
    this.isFull = name === 'QuotaExceededError'
  }
}

async function stored<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AreaGoneError ? error : new StorageError(error)
  }
}

/** What a caught error of `keepTiles` is to the page. */
export function keepFailureOf(error: unknown): KeepFailure {
  if (error instanceof AreaGoneError) return { code: 'gone', message: error.message }
  if (error instanceof StorageError) return { code: error.isFull ? 'full' : 'unkept', message: error.message }
  return failureOf(error)
}
