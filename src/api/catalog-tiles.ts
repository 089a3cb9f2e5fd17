import { API_BASE } from '../../contract/api/define-call.ts'
import { serverOrigin } from './server-address.ts'

const CATALOGS = `${API_BASE}/catalogs/`

/** Whether an address is that of a catalog's tile which is opened with the bearer token, and not by the catalog's link. */
export function isSignedInTile(url: string): boolean {
  return url.startsWith(serverOrigin() + CATALOGS) && !url.includes('?token=')
}

/**
 * Address of the tiles of all maps of a catalog, laid over one another in its order, with `{z}`, `{x}` and `{y}`;
 * absolute, for the map library's worker resolves no relative ones.
 *
 * @param token of the catalog's unlisted link; absent: they are asked for in the name of who is signed in
 */
export function catalogTilesUrl(id: string, token?: string): string {
  const size = window.devicePixelRatio > 1 ? '@2x' : ''
  const search = token === undefined ? '' : `?token=${encodeURIComponent(token)}`
  return `${serverOrigin()}${CATALOGS}${encodeURIComponent(id)}/tiles/{z}/{x}/{y}${size}.webp${search}`
}
