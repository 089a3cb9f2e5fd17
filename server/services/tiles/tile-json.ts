import type { TileJson } from '../../../contract/api/map-tiles.ts'
import { LICENCES } from '../../../contract/rights.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { easting180, plainLongitudesOf } from '../../../contract/worlds.ts'
import { findTileFacts } from '../../db/queries/tile-rows.ts'
import { escapeHtml } from '../maps/pages/page-head.ts'
import { notFound } from '../refusal.ts'
import type { MapTiles, TileCaller, TileDeps } from './map-tiles.ts'
import { signedFor } from '../maps/files/file-paths.ts'
import { nativeZoom, TILE_PIXELS } from './tile-address.ts'

/** Digits after the point of a degree: a centimetre. */
const DEGREE_DIGITS = 7

const rounded = (degrees: number): number => Number(degrees.toFixed(DEGREE_DIGITS))

/** Whom to name and under what licence, as HTML; undefined where the owner has said neither. */
export function attributionHtml(facts: {
  readonly attribution: string | null
  readonly licence: keyof typeof LICENCES | null
}): string | undefined {
  const { attribution, licence } = facts
  const parts = [
    ...(attribution ? [escapeHtml(attribution.replace(/\s+/g, ' '))] : []),
    ...(licence ? [`<a href="${LICENCES[licence]}" rel="license">${licence}</a>`] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : undefined
}

/**
 * The tiles of a map's published overlay in the words of TileJSON 3.
 *
 * @param origin of the instance, without a slash at its end
 * @throws Refusal 404
 */
export async function tileJsonOf(
  { db, signer }: Pick<TileDeps, 'db' | 'signer'>,
  tiles: MapTiles,
  mapId: string,
  caller: TileCaller,
  origin: string,
): Promise<TileJson> {
  const { overlay } = await tiles.overlayOf(mapId, undefined, caller)
  const facts = await findTileFacts(db, overlay.mapId)
  if (!facts) throw notFound()
  const { minX, minY, maxX, maxY } = overlay.corners
  // Bounds must not run across the date line.
  const [west, east] = plainLongitudesOf(overlay.corners)
  const [south, north] = [lonLatOf([0, minY])[1], lonLatOf([0, maxY])[1]]
  const [lon, lat] = lonLatOf([easting180((minX + maxX) / 2), (minY + maxY) / 2])
  const maxzoom = nativeZoom(overlay.corners, overlay.width)
  // One that shows the longer side on about two tiles.
  const whole = nativeZoom(overlay.corners, (overlay.width / Math.max(overlay.width, overlay.height)) * 512)
  const query = new URLSearchParams({ v: String(overlay.n) })
  if (!overlay.isPublic)
    query.set(
      'ticket',
      signer.ticket(
        { id: overlay.mapId, accessEpoch: overlay.accessEpoch },
        `v${overlay.n}`,
        signedFor(caller),
      ),
    )
  const attribution = attributionHtml(facts)
  return {
    tilejson: '3.0.0',
    name: facts.title,
    ...(facts.description && { description: facts.description }),
    ...(attribution && { attribution }),
    version: `${overlay.n}.0.0`,
    scheme: 'xyz',
    tiles: [`${origin}/api/map/${overlay.mapId}/tiles/{z}/{x}/{y}.webp?${query}`],
    minzoom: 0,
    maxzoom,
    bounds: [west, south, east, north].map(rounded),
    center: [rounded(lon), rounded(lat), Math.min(maxzoom, whole)],
    tileSize: TILE_PIXELS,
  }
}
