import { LINKED_PAGE, type LinkedCatalog, MOST_LINKED_BOXES } from '../../../contract/api/linked-catalog.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { findCatalogByShareToken } from '../../db/queries/catalogs.ts'
import { countLinkedMaps, listLinkedBoxes, listLinkedMaps } from '../../db/queries/linked-maps.ts'
import { summaryView, wholeMetres } from '../maps/map-view.ts'
import type { PublicMapDeps } from '../maps/public-map.ts'
import { notFound } from '../refusal.ts'

/**
 * What anyone may see of a catalog by its unlisted link: its public maps alone, page by page, whoever asks.
 * @param cursor of an answer before; undefined: from the first on
 * @throws Refusal 404
 */
export async function linkedCatalogOf(
  { db, signer }: PublicMapDeps,
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
    title: catalog.title,
    ownerName: catalog.ownerName,
    maps: rows.map((row) => {
      const { id, titles, years, creator, basePath, corners, isTransformed } = summaryView(row, null, signer)
      return {
        id,
        title: titles.title,
        years,
        creator,
        basePath: row.map.processingState === 'ready' ? basePath : null,
        corners: isTransformed ? corners : null,
      }
    }),
    nextCursor: nextPlace === null ? null : String(nextPlace),
    mapCount: counts.seen,
    placedCount: counts.placed,
    hiddenCount: counts.hidden,
  }
}

/** Where those maps lie, `MOST_LINKED_BOXES` of them at most. @throws Refusal 404 */
export async function linkedBoxesOf({ db }: PublicMapDeps, token: string): Promise<{ boxes: Corners[] }> {
  const catalog = await findCatalogByShareToken(db, null, token)
  if (!catalog) throw notFound()
  const boxes = await listLinkedBoxes(db, catalog.id, MOST_LINKED_BOXES)
  return { boxes: boxes.map(wholeMetres) }
}
