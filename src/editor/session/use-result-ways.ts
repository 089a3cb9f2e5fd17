import { useNavigate } from '@tanstack/react-router'
import type { MapRecord } from '../../../contract/api/map-record.ts'

/** Where a published map is used. */
export interface ResultWays {
  readonly onShowOnMap: () => void
  readonly onNavigate: () => void
}

/** The ways from the editor to what is published: among the other maps, and into the field. */
export function useResultWays({ id, titles, isOwner, isPublic }: MapRecord): ResultWays {
  const navigate = useNavigate()
  return {
    onShowOnMap: () =>
      void navigate({
        to: '/public-maps',
        search: { mapId: id, ...(isOwner && !isPublic && { tab: 'personal' as const }) },
      }),
    onNavigate: () => void navigate({ to: '/navigator', search: { mapId: id, mapTitle: titles.title } }),
  }
}
