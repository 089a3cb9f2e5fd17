import { API_BASE } from '../../contract/api/define-call.ts'
import { serverOrigin } from './server-address.ts'

const OUTLINES = `${API_BASE}/maps/outlines/`

/** Whether an address is that of an outline tile of ours, which is opened with the bearer token. */
export function isOutlineTile(url: string): boolean {
  return url.startsWith(serverOrigin() + OUTLINES)
}

/**
 * Address of the outline tiles that a query leaves, with `{z}`, `{x}` and `{y}`; absolute, for the map library's worker
 * resolves no relative ones.
 */
export function outlineTilesUrl(
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return `${serverOrigin()}${OUTLINES}{z}/{x}/{y}.mvt?${search}`
}
