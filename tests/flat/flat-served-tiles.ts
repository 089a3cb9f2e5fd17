/** Reads a tile by its whole address. */
export type TileReader = (address: string, signal: AbortSignal) => Promise<ArrayBuffer>

const readers = new Map<string, TileReader>()

/** Stands in for `src/map/base/served-tiles.ts`, which hands the reader to MapLibre. */
export function serveTiles(scheme: string, read: TileReader): void {
  readers.set(scheme, read)
}

/** The bytes of a tile, from the page where its scheme is one of its own. Null: there is no such tile. */
export async function readTile(
  address: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<ArrayBuffer | null> {
  const reader = readers.get(address.split('://')[0] ?? '')
  if (reader) return await reader(address, signal)
  const answer = await fetch(address, { signal, headers })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`)
  return await answer.arrayBuffer()
}
