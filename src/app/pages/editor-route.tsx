import { getRouteApi, useLocation } from '@tanstack/react-router'
import { EditorPage } from '../../editor/editor-page.tsx'
import { spotOf } from '../../editor/model/shown-spot.ts'
import { NotificationBell } from '../../notifications/notification-bell.tsx'

const route = getRouteApi('/shell/map-editor')

/** Joins the editor to the address: the map's id stands there, or in the navigation state. */
export function EditorRoute() {
  const { mapId, proposed, spot } = route.useSearch()
  const stateId = useLocation({ select: ({ state }) => state.mapId })
  const id = mapId ?? stateId
  return (
    <EditorPage
      key={id}
      mapId={id}
      opening={{ showsFoundPoints: proposed === 'found', spot: spotOf(spot) }}
      bell={<NotificationBell />}
    />
  )
}
