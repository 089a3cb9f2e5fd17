import { API_BASE } from '../../contract/api/define-call.ts'
import type { RasterAddress } from '../../workers/raster/raster-api.ts'
import { readToken } from './bearer-token.ts'
import { apiUrl, serverOrigin } from './server-address.ts'

/**
 * Address of a file that a reply names (`files.*Path`, `transformedPath`, `{basePath}/thumbnails/…`): relative to the
 * API's base, whether or not the path repeats `/api/` or begins with a slash. Always on our own server: an address of
 * another is refused, for the bearer token goes with the request.
 *
 * @throws Error on an absolute address.
 */
export function fileUrl(path: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(path))
    throw new Error(`expected a path below ${API_BASE}, got ${path}`)
  return apiUrl(`/${path.replace(/^\/?api\//, '').replace(/^\/+/, '')}`)
}

/**
 * The path of a file without its signature. A private map's path carries a new one every half hour, in every fresh
 * record: what is opened once and kept open goes by this path and the bearer token, which opens the file for longer.
 */
export function unsignedPath(path: string): string {
  return path.replace(/\?.*$/, '').replace(/^((?:\/?api\/)?\/?files\/)s\/[^/]+\//, '$1')
}

/** A file of the server's as workers open it: in the name of who is signed in. @param url as `fileUrl` gives it */
export const addressOf = (url: string): RasterAddress => ({ url, token: readToken(), home: serverOrigin() })

/** Address of a thumbnail: `small` fits 300 px, `high` 1000 px. */
export function thumbnailUrl(basePath: string, size: 'small' | 'high'): string {
  const name = size === 'small' ? 'small-300.webp' : 'high-1000.webp'
  return `${fileUrl(basePath).replace(/\/+$/, '')}/thumbnails/${name}`
}
