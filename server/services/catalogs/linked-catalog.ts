import {
  LINKED_PAGE,
  type LinkedBox,
  type LinkedCatalog,
  MOST_LINKED_BOXES,
  MOST_LINKED_OUTLINES,
  MOST_LINKED_RINGS,
  MOST_RING_CORNERS,
} from '../../../contract/api/linked-catalog.ts'
import { findCatalogByShareToken } from '../../db/queries/catalogs.ts'
import { countLinkedMaps, listLinkedBoxes, listLinkedMaps } from '../../db/queries/linked-maps.ts'
import { linkedView, wholeMetres } from '../maps/record/map-view.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { notFound } from '../refusal.ts'
import { thinRing } from './thin-ring.ts'

/**
 * What anyone may see of a catalog by its unlisted link: its public maps alone, page by page, whoever asks.
 *
 * Decision: docs/decisions/2026-11-26-catalogs-by-link.md
 *
 * @param cursor of an answer before; undefined: from the first on
 * @throws Refusal 404
 */
export async function linkedCatalogOf(
  { db, signer }: MapDeps,
  token: string,
  cursor?: string,
): Promise<LinkedCatalog> {
  const catalog = await findCatalogByShareToken(db, null, token)
  if (!catalog) throw notFound()
  const [counts, { rows, nextPlace }] = await Promise.all([
    countLinkedMaps(db, catalog.id),
    listLinkedMaps(db, catalog.id, { after: Number(cursor ?? 0), limit: LINKED_PAGE }),
  ])
  return {
    id: catalog.id,
    title: catalog.title,
    ownerName: catalog.ownerName,
    maps: rows.map((row) => linkedView(row, signer)),
    nextCursor: nextPlace === null ? null : String(nextPlace),
    mapCount: counts.seen,
    placedCount: counts.placed,
    hiddenCount: counts.hidden,
  }
}

/** Where those maps lie, `MOST_LINKED_BOXES` of them at most. @throws Refusal 404 */
export async function linkedBoxesOf({ db }: MapDeps, token: string): Promise<{ boxes: LinkedBox[] }> {
  const catalog = await findCatalogByShareToken(db, null, token)
  if (!catalog) throw notFound()
  const boxes = await listLinkedBoxes(db, catalog.id, MOST_LINKED_BOXES)
  const areOutlined = boxes.length <= MOST_LINKED_OUTLINES
  return {
    boxes: boxes.map(({ id, corners, footprint }) => ({
      ...wholeMetres(corners),
      id,
      outline:
        areOutlined && footprint && footprint.length <= MOST_LINKED_RINGS ? footprint.map(thinned) : null,
    })),
  }
}

/** A ring with so many corners as are sent, in whole metres. */
function thinned(ring: readonly (readonly [number, number])[]): [number, number][] {
  return thinRing(ring, MOST_RING_CORNERS).map(([x, y]) => [Math.round(x), Math.round(y)])
}
