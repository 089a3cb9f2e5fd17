import type { MapSummary } from '../../contract/api/map-record.ts'

/** Where a map's points are placed. Somebody else's is worked on as a claimed one. */
export const editorLink = ({ id, isOwner }: Pick<MapSummary, 'id' | 'isOwner'>) => ({
  to: '/map-editor' as const,
  search: { mapId: id },
  ...(!isOwner && { state: { mapId: id, isAssignment: true } }),
})

/** Where a map is seen among the others. @param list the one beside the map; unless given, one that has the map */
export function viewerLink(
  { id, isOwner, isPublic }: Pick<MapSummary, 'id' | 'isOwner' | 'isPublic'>,
  list: 'personal' | 'public' = isOwner && !isPublic ? 'personal' : 'public',
) {
  return {
    to: '/public-maps' as const,
    search: { mapId: id, ...(list === 'personal' && { tab: list }) },
  }
}

/** Where a map is looked at on the spot. */
export const navigatorLink = ({ id, titles, files }: Pick<MapSummary, 'id' | 'titles' | 'files'>) => ({
  to: '/navigator' as const,
  search: { mapId: id, mapTitle: titles.title },
  state: { mapId: id, mapTitle: titles.title, tiffUrl: files.transformedPath ?? undefined },
})

/** Where a map leads by itself: what is placed is looked at, what is not yet is worked on. */
export const openLink = (map: Pick<MapSummary, 'id' | 'isOwner' | 'isPublic' | 'isTransformed'>) =>
  map.isTransformed ? viewerLink(map) : editorLink(map)
