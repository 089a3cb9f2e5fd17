import { useNavigate } from '@tanstack/react-router'
import type { FoundWord } from '../../../contract/api/lettering.ts'
import type { FindChoice } from '../../map-record/find-box/find-choice.ts'
import { editorLink, navigatorLink, viewerLink } from '../../map-record/map-links.ts'
import type { MapWays } from '../../map-record/use-map-actions.tsx'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { zoomForMetresPerPixel } from '../../geometry/mercator.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { cameraText } from '../../viewer/model/viewer-state.ts'

/** How close a found place is looked at. */
const PLACE_ZOOM = zoomOfLevel(14)
const REGION_ZOOM = zoomOfLevel(7)
/** From here on a place is a region, in EPSG:3857 metres. */
const REGION_METRES = 150_000

/** A word that was found is shown about so wide, CSS px. */
const WORD_WIDTH = 140
/** No closer than maps are drawn. */
const CLOSEST_WORD = zoomOfLevel(18)

interface Ways extends MapWays {
  readonly onWord: (word: FoundWord) => void
  readonly onPlace: (place: FoundPlace) => void
  readonly onMap: (map: Extract<FindChoice, { kind: 'map' }>['map']) => void
}

/** Where maps and places that were found lead. */
export function useMapWays(): Ways {
  const navigate = useNavigate()
  return {
    onOpenEditor: (map) => void navigate(editorLink(map)),
    onShowOnMap: (map) => void navigate(viewerLink(map)),
    onNavigate: (map) => void navigate(navigatorLink(map)),
    onPlace: ({ point, box }) => {
      const isRegion = box !== null && box.maxX - box.minX > REGION_METRES
      const camera = { centre: point, zoom: isRegion ? REGION_ZOOM : PLACE_ZOOM, bearing: 0 }
      void navigate({ to: '/public-maps', search: { at: cameraText(camera) } })
    },
    onWord: ({ mapId, place, metresPerPx, word }) => {
      if (!place || metresPerPx === null) {
        const spot = `${Math.round(word.x)},${Math.round(word.y)}`
        return void navigate({ to: '/map-editor', search: { mapId, spot } })
      }
      const metresPerCssPx = (metresPerPx * Math.max(word.width, word.height)) / WORD_WIDTH
      const zoom = Math.min(CLOSEST_WORD, zoomForMetresPerPixel(metresPerCssPx))
      const camera = { centre: mapPointOf(...place), zoom, bearing: 0 }
      void navigate({ to: '/public-maps', search: { mapId, at: cameraText(camera) } })
    },
    onMap: ({ id, isTransformed }) =>
      void navigate(
        isTransformed
          ? { to: '/public-maps', search: { mapId: id } }
          : { to: '/map-editor', search: { mapId: id } },
      ),
  }
}
