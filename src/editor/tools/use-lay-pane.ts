import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { BaseCamera } from '../../geometry/camera.ts'
import { turnBetween } from '../../geometry/angles.ts'
import { isInRings } from '../../geometry/rings.ts'
import {
  compassOf,
  imageOnSheet,
  moveOfTwo,
  sheetCorners,
  sheetInView,
} from '../../geometry/sheet-placement.ts'
import type { SheetMove } from '../../geometry/sheet-placement.ts'
import type { BasePaneProps, HandleDrag, PaneGrab } from '../../map/pane-props.ts'
import type { Laying } from '../../map/tools/lay.ts'
import { placeOnto } from '../model/snap-atoms.ts'
import { isOnScan } from '../model/scan-edge.ts'
import { isPullingAtom, layingAtom, pullingAtom } from '../model/tool-atoms.ts'
import { useTools } from './use-tools.ts'
import { warpAtom } from '../model/warp-atoms.ts'
import { pointNear } from './pull-at-cross.ts'
import { leftPlacementAtom, paneSize } from './use-start-lay.ts'
import { useIsPhone } from '../../ui/use-is-mobile.ts'

interface LayPane {
  /** What the base pane shows and hears beside the rest; null while nothing is laid or pulled. */
  readonly props: Pick<BasePaneProps, 'grab' | 'onHandleDrag' | 'handles' | 'line'> | null
  readonly isLaying: boolean
  readonly isPulling: boolean
  /** Whether a press at a place is one on the overlay. */
  readonly holds: (place: MapPoint) => boolean
  readonly onCamera: (camera: BaseCamera) => void
}

/** The base pane while the sheet is laid or pulled. @param isSeen - the overlay is drawn at all. */
export function useLayPane(isSeen: boolean): LayPane {
  const isPhone = useIsPhone()
  const send = useTools()
  const store = useStore()
  const laying = useAtomValue(layingAtom)
  const isPulling = useAtomValue(isPullingAtom)
  const from = useRef<MapPoint | null>(null)
  useEffect(() => {
    if (laying?.isTouched) store.set(leftPlacementAtom, laying.placement)
  }, [store, laying])

  const holdsSheet = (place: MapPoint) =>
    laying !== null && isOnScan(imageOnSheet(laying.placement, laying.scan, place), laying.scan)
  const holdsOverlay = (place: MapPoint) => {
    const outline = store.get(warpAtom).fit?.outline
    return isSeen && outline !== undefined && isInRings(place, outline)
  }

  const sheet: PaneGrab<MapPoint> = {
    holds: holdsSheet,
    rises: false,
    onDrag({ phase, place }) {
      if (phase === 'start') from.current = place
      const move = { about: from.current ?? place, to: place, scale: 1, turnDegrees: 0 }
      send({ type: 'sheetMoved', phase, move })
    },
    onPinch: ({ phase, from: before, to }) =>
      void send({ type: 'sheetMoved', phase, move: moveOfTwo(before, to) }),
  }
  const overlay: PaneGrab<MapPoint> = {
    holds: holdsOverlay,
    rises: true,
    onDrag({ phase, place, modifiers }) {
      const near = phase === 'start' ? pointNear(store, place, modifiers.pointerType) : null
      const isAiming = phase === 'move' || phase === 'end'
      const map = isAiming ? placeOnto(store, place) : place
      send({ type: 'pulled', by: 'hand', phase, map, near })
    },
  }

  return {
    props: laying
      ? {
          grab: sheet,
          // Fingers turn and stretch the sheet itself.
          ...(isPhone && { handles: NO_HANDLES, line: edgeOf(laying) }),
          onHandleDrag: (drag) =>
            void send({ type: 'sheetMoved', phase: drag.phase, move: moveByHandle(laying, drag) }),
        }
      : isPulling
        ? { grab: overlay }
        : null,
    isLaying: laying !== null,
    isPulling,
    holds: holdsOverlay,
    onCamera(camera) {
      const now = store.get(layingAtom)
      const size = paneSize('map')
      // Until a hand has laid it, it stays as it is on the screen: the map is moved and zoomed beneath it.
      if (now && !now.isTouched && size)
        send({ type: 'sheetBrought', placement: sheetInView(now.scan, camera, size), isTouched: false })
      if (store.get(pullingAtom)?.held?.by === 'cross')
        send({ type: 'pulled', by: 'cross', phase: 'move', map: camera.centre, near: null })
    },
  }
}

const NO_HANDLES: readonly [] = []

function edgeOf({ placement, scan }: Laying): MapPoint[] {
  const corners = sheetCorners(placement, scan)
  return [...corners, ...corners.slice(0, 1)]
}

/** A corner makes the sheet larger or smaller about its middle; the handle after the corners turns it. */
function moveByHandle(
  { placement, before, scan }: Laying,
  { index, place }: HandleDrag<MapPoint>,
): SheetMove {
  const start = before ?? placement
  const { centre } = start
  const corner = sheetCorners(start, scan)[index]
  const still = { about: centre, to: centre, scale: 1, turnDegrees: 0 }
  if (!corner) return { ...still, turnDegrees: turnBetween(start.turnDegrees, compassOf(centre, place)) }
  const reach = (to: MapPoint) => Math.hypot(to[0] - centre[0], to[1] - centre[1])
  return { ...still, scale: reach(place) / reach(corner) }
}
