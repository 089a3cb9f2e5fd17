import { type LinkedCatalog, MOST_LINKED_MAPS } from '../../../contract/api/linked-catalog.ts'
import { findCatalogByShareToken, listMemberMaps, listMembers } from '../../db/queries/catalogs.ts'
import { isVisible, summaryView } from '../maps/map-view.ts'
import type { PublicMapDeps } from '../maps/public-map.ts'
import { notFound } from '../refusal.ts'

/** What anyone may see of a catalog by its unlisted link: its public maps alone, whoever asks. @throws Refusal 404 */
export async function linkedCatalogOf({ db, signer }: PublicMapDeps, token: string): Promise<LinkedCatalog> {
  const catalog = await findCatalogByShareToken(db, null, token)
  if (!catalog) throw notFound()
  const [members, summaries] = await Promise.all([
    listMembers(db, [catalog.id]),
    listMemberMaps(db, null, [catalog.id]),
  ])
  const rows = new Map(summaries.map((row) => [row.map.id, row]))
  const seen = members.flatMap(({ mapId }) => {
    const row = rows.get(mapId)
    return row && isVisible(row, null) ? [row] : []
  })
  return {
    title: catalog.title,
    ownerName: catalog.ownerName,
    maps: seen.slice(0, MOST_LINKED_MAPS).map((row) => {
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
    mapCount: seen.length,
    hiddenCount: members.length - seen.length,
  }
}
