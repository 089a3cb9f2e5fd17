import type { MapArchiveKind } from '../../../contract/api/map-archive.ts'
import { apiUrl } from '../../api/server-address.ts'

/** Files that the server makes of a placed map, the most wanted first. */
export const MADE_DOWNLOADS = ['zip', 'kmz', 'geojson', 'gpkg', 'xml'] as const
export type MadeDownload = (typeof MADE_DOWNLOADS)[number]

/** What the name of a file ends with that a job makes of a map. */
export const archiveEnding = (kind: MapArchiveKind): string =>
  kind === 'pmtiles' ? '.pmtiles' : `-${kind}.tif`

/**
 * Address of such a file.
 *
 * @param overlayPath of the map’s overlay, as replies name it: a signed one opens what is made of it as well
 */
export function madeDownloadUrl(mapId: string, format: MadeDownload, overlayPath: string): string {
  const path = apiUrl(`/map/${encodeURIComponent(mapId)}/download.${format}`)
  const [, ticket, n] = /files\/s\/([^/]+)\/.*\/([0-9]+)\.tif$/.exec(overlayPath) ?? []
  return ticket === undefined || n === undefined ? path : `${path}?${new URLSearchParams({ v: n, ticket })}`
}
