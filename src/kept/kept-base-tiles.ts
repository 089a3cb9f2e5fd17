import type { BaseMaps, TileSource } from '../../contract/base-map.ts'
import { onServer } from '../api/server-address.ts'
import { keepParts, keptPart, missingParts } from '../../workers/kept/kept-parts-api.ts'

/** Scheme of addresses that are looked up on this device before the server is asked. */
export const KEPT_SCHEME = 'kept'

const EMPTY = new ArrayBuffer(0)

/** The same base maps, whose own tiles are looked up on this device first. */
export function withKeptTiles({ embedded, layers }: BaseMaps): BaseMaps {
  const { streets } = layers
  return {
    embedded: lookedUp(embedded),
    layers: { ...layers, streets: streets && { ...streets, ...lookedUp(streets) } },
  }
}

const lookedUp = (source: TileSource): TileSource => ({
  ...source,
  tiles: source.tiles.map((address) => (address.startsWith('/') ? `${KEPT_SCHEME}://${address}` : address)),
})

/** A tile by its address with the scheme: what is kept of it, else what the server says. Empty: nothing is there. */
export async function readKeptTile(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const url = address.slice(`${KEPT_SCHEME}://`.length)
  // Where storage is forbidden there is the line.
  const kept = await keptPart(url).catch(() => null)
  return kept ?? (await tileOf(await fetch(onServer(url), { signal })))
}

/** How a tile was answered that could not be had; `retryAfterMs` where the server said when to ask again. */
export class TileRefusedError extends Error {
  override readonly name = 'TileRefusedError'
  readonly retryAfterMs: number | null

  constructor(response: Response) {
    super(`${response.status} for ${response.url}`)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null
  }
}

async function tileOf(response: Response): Promise<ArrayBuffer> {
  // An archive has no tile where there is nothing to be drawn.
  if (response.status === 404) return EMPTY
  if (!response.ok) throw new TileRefusedError(response)
  return await response.arrayBuffer()
}

/** Keeps tiles of the base map for an area. Returns the bytes of those that had to be fetched. */
export async function keepBaseTiles(
  area: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const wholes = urls.map((url) => ({ url, offset: 0, length: 0 }))
  let bytes = 0
  for (const whole of await missingParts(area, wholes)) {
    const tile = await tileOf(await fetch(onServer(whole.url), { signal }))
    await keepParts(area, [{ ...whole, bytes: tile }])
    bytes += tile.byteLength
  }
  return bytes
}
