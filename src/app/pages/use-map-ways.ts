import { useNavigate } from '@tanstack/react-router'
import type { FindChoice } from '../../map-record/find-box/find-choice.ts'
import type { MapWays } from '../../map-record/found-collection.tsx'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { cameraText } from '../../viewer/viewer-state.ts'

/** How close a found place is looked at. */
const PLACE_ZOOM = zoomOfLevel(14)
const REGION_ZOOM = zoomOfLevel(7)
/** From here on a place is a region, in EPSG:3857 metres. */
const REGION_METRES = 150_000

interface Ways extends MapWays {
  readonly onPlace: (place: FoundPlace) => void
  readonly onMap: (map: Extract<FindChoice, { kind: 'map' }>['map']) => void
}

/** Where maps and places that were found lead. */
export function useMapWays(): Ways {
  const navigate = useNavigate()
  return {
    onOpenEditor: ({ id, isOwner }) =>
      void navigate({
        to: '/map-editor',
        search: { mapId: id },
        ...(!isOwner && { state: { mapId: id, isAssignment: true } }),
      }),
    onShowOnMap: ({ id, isOwner, isPublic }) =>
      void navigate({
        to: '/public-maps',
        search: { mapId: id, ...(isOwner && !isPublic && { tab: 'personal' as const }) },
      }),
    onNavigate: ({ id, titles, files }) =>
      void navigate({
        to: '/navigator',
        search: { mapId: id, mapTitle: titles.title },
        state: { mapId: id, mapTitle: titles.title, tiffUrl: files.transformedPath ?? undefined },
      }),
    onPlace: ({ point, box }) => {
      const isRegion = box !== null && box.maxX - box.minX > REGION_METRES
      const camera = { centre: point, zoom: isRegion ? REGION_ZOOM : PLACE_ZOOM, bearing: 0 }
      void navigate({ to: '/public-maps', search: { at: cameraText(camera) } })
    },
    onMap: ({ id, isTransformed }) =>
      void navigate(
        isTransformed
          ? { to: '/public-maps', search: { mapId: id } }
          : { to: '/map-editor', search: { mapId: id } },
      ),
  }
}
