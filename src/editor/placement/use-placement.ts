import { useStore } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { toast } from '../../ui/toast-store.ts'
import { addPoint, newPointId } from '../document/editor-document.ts'
import { committedDocumentAtom, editAtom } from '../state/document-atoms.ts'
import {
  deselectAtom,
  mapCentreAtom,
  menuSideAtom,
  placementAtom,
  scanCentreAtom,
} from '../state/view-atoms.ts'
import { placeAt } from '../warp/use-counterparts.ts'
import { sessionAtom, warpAtom } from '../warp/warp-atoms.ts'
import { nextPlacement } from './placement.ts'
import type { PlacementEvent } from './placement.ts'

export interface ScanSize {
  readonly width: number
  readonly height: number
}

export interface PlacementActions {
  readonly pressScan: (image: ImagePoint) => void
  readonly pressMap: (map: MapPoint) => void
  readonly moveOverMap: (map: MapPoint) => void
  readonly cancel: () => void
  /** Pairs the crosses of both panes. */
  readonly addAtCrosses: () => void
}

/** Whether an image point lies on the scan; its edge belongs to it. */
export function isOnScan([x, y]: ImagePoint, { width, height }: ScanSize): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Placing pairs, by clicks in either pane or by the crosses. */
export function usePlacement({ width, height }: ScanSize): PlacementActions {
  const store = useStore()
  const { t } = useTranslation('editor')
  return useMemo(() => {
    const add = (image: ImagePoint, map: MapPoint) => {
      const { points } = store.get(committedDocumentAtom)
      if (points.length >= MAX_CONTROL_POINTS) {
        toast.warning(t('placement.tooMany', { count: MAX_CONTROL_POINTS }))
        return
      }
      const id = newPointId()
      store.set(editAtom, {
        action: (document) => addPoint(document, id, image, map),
        label: { action: 'add', number: points.length + 1 },
      })
    }

    const send = (event: PlacementEvent) => {
      const { placement, pair } = nextPlacement(store.get(placementAtom), event)
      store.set(placementAtom, placement)
      if (pair) add(pair.image, pair.map)
    }

    /** A press on empty ground closes an open menu and does nothing else. */
    const closesMenu = () => {
      const isOpen = store.get(menuSideAtom) !== null
      store.set(deselectAtom)
      return isOpen
    }

    const predict = async (map: MapPoint): Promise<ImagePoint | null> => {
      const session = store.get(sessionAtom)
      if (!session || !store.get(warpAtom).fit) return null
      const image = placeAt(await session.mapToImage(Float64Array.of(map[0], map[1])), 0)
      return image && isOnScan(image, { width, height }) ? image : null
    }

    return {
      pressScan: (image) => {
        if (!closesMenu() && isOnScan(image, { width, height })) send({ type: 'scanClick', image })
      },
      pressMap: (map) => {
        if (closesMenu()) return
        predict(map).then(
          (predicted) => send({ type: 'mapClick', map, predicted }),
          // The worker ended meanwhile: the pair can still be placed by two clicks.
          () => send({ type: 'mapClick', map, predicted: null }),
        )
      },
      moveOverMap: (map) => send({ type: 'mapMove', map }),
      cancel: () => send({ type: 'cancel' }),
      addAtCrosses: () => {
        const image = store.get(scanCentreAtom)
        const map = store.get(mapCentreAtom)
        send({ type: 'cancel' })
        store.set(deselectAtom)
        if (image && map && isOnScan(image, { width, height })) add(image, map)
        else toast.info(t('placement.outside'))
      },
    }
  }, [store, t, width, height])
}
