import { addProtocol } from 'maplibre-gl'

/**
 * Tiles whose addresses begin with `scheme://` are given by the page. The reader gets the whole address; what it gives is
 * the tile as a server would answer it, without bytes where there is nothing.
 */
export function serveTiles(
  scheme: string,
  read: (address: string, signal: AbortSignal) => Promise<ArrayBuffer>,
): void {
  addProtocol(scheme, async ({ url }, { signal }) => ({ data: await read(url, signal) }))
}
