import { atom, type createStore, useStore } from 'jotai'
import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { SheetPlacement } from '../../../contract/control-points.ts'
import type { BaseCamera } from '../../geometry/camera.ts'
import { sheetInView, sheetThrough, viewForSheet } from '../../geometry/sheet-placement.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { BasePaneHandle, Side } from '../../map/pane-props.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { laidNow } from '../../warp/laid-sheet.ts'
import { beginsByPairsAtom } from '../model/first-way.ts'
import { committedDocumentAtom, isHeldAtom } from '../model/document-atoms.ts'
import { enabledPoints } from '../../drafts/editor-document.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import {
  comparisonAtom,
  isOverlayOffAtom,
  isTableOpenAtom,
  shownSideAtom,
  viewModeAtom,
} from '../model/view-atoms.ts'
import { croppingAtom, layingAtom, panesAtom, pullingAtom } from '../model/tool-atoms.ts'
import { useTools } from './use-tools.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'

/** How the sheet lay when laying was left without fixing it: it is laid so again. */
export const leftPlacementAtom = atom<SheetPlacement | null>(null)

/** Size of a pane, CSS px; null while it does not show. */
export function paneSize(side: Side): { width: number; height: number } | null {
  const box = document.querySelector(`[data-pane="${side}"]`)?.getBoundingClientRect()
  return box && box.width > 0 && box.height > 0 ? { width: box.width, height: box.height } : null
}

/**
 * Begins and ends laying: a scan that lies nowhere yet is laid in the middle of the map's view, one that lies somewhere is
 * pulled. The map is brought into view for it and has the focus.
 */
export function useStartLay(): () => void {
  const send = useTools()
  const store = useStore()
  return useCallback(() => {
    if (store.get(layingAtom) || store.get(pullingAtom)) {
      send({ type: 'layEnded' })
      return
    }
    if (store.set(isHeldAtom)) return
    store.set(beginsByPairsAtom, false)
    if (store.get(croppingAtom)) send({ type: 'cropToggled' })
    bringMapForward(store)
    whenMapStands(store, (map, camera, size) => {
      map.focus()
      const document = store.get(committedDocumentAtom)
      if (document.laid !== undefined || store.get(hasFitAtom)) return send({ type: 'pullAsked' })
      const scan = store.get(scanSizeAtom)
      const left = store.get(leftPlacementAtom)
      const points = enabledPoints(document)
      const placement = sheetThrough(left ?? sheetInView(scan, camera, size), scan, points)
      send({ type: 'layAsked', placement, scan, isTouched: left !== null || points.length > 0 })
    })
  }, [store, send])
}

/** Lays the scan, which lies nowhere yet, over a place, as large as the place is. */
export function useLayAtPlace(): (place: FoundPlace) => void {
  const send = useTools()
  const store = useStore()
  return useCallback(
    (place) => {
      if (store.set(isHeldAtom)) return
      bringMapForward(store)
      whenMapStands(store, (map, camera, size) => {
        map.focus()
        const view = viewOfPlace(place, size)
        const scan = store.get(scanSizeAtom)
        const placement = sheetInView(scan, { ...camera, ...view }, size)
        send({ type: 'layAsked', placement, scan, isTouched: false })
        map.moveTo(view, FLY_MS)
      })
    },
    [store, send],
  )
}

const FLY_MS = 1000
/** A place of which no extent is known is shown as a town is. */
const TOWN_LEVEL = 12

/** Where a place is seen in a pane so that a sheet over it is as large as the place. */
export function viewOfPlace(
  { point, box, areaLevel }: FoundPlace,
  size: { readonly width: number; readonly height: number },
): Pick<BaseCamera, 'centre' | 'zoom'> {
  return box ? viewForSheet(box, size) : { centre: point, zoom: zoomOfLevel(areaLevel ?? TOWN_LEVEL) }
}

/** The map is worked on, and nothing lies over it. */
function bringMapForward(store: ReturnType<typeof createStore>): void {
  // What is hidden cannot have the focus.
  flushSync(() => {
    if (store.get(viewModeAtom) !== 'split') store.set(viewModeAtom, 'split')
    store.set(shownSideAtom, 'map')
    store.set(comparisonAtom, null)
    store.set(isOverlayOffAtom, false)
    // The panel says what comes next, and the sheet needs the room of the steps.
    store.set(isTableOpenAtom, false)
  })
}

/** How often the map is looked for, and how often at most: for half a minute. */
const LOOK_MS = 100
const MOST_LOOKS = 300

/** Does something with the map once it stands, as long as it is the map that is looked at: at first it is still to come. */
function whenMapStands(
  store: ReturnType<typeof createStore>,
  act: (map: BasePaneHandle, camera: BaseCamera, size: { width: number; height: number }) => void,
  looks = 0,
): void {
  const map = store.get(panesAtom).map.current
  const [camera, size] = [map?.camera(), paneSize('map')]
  if (map && camera && size) return act(map, camera, size)
  const isOver = store.get(shownSideAtom) !== 'map' || store.get(layingAtom) || looks >= MOST_LOOKS
  if (!isOver) setTimeout(() => whenMapStands(store, act, looks + 1), LOOK_MS)
}

/** Lays a sheet that is held by too few points anew, from where it lies now. */
export function useLayAgain(): () => void {
  const send = useTools()
  const store = useStore()
  return useCallback(() => {
    const scan = store.get(scanSizeAtom)
    const placement = laidNow(store.get(committedDocumentAtom), scan)
    if (placement) send({ type: 'layAsked', placement, scan, isTouched: true })
  }, [store, send])
}

/** Brings the sheet that is being laid to where the map's view is now. */
export function useBringHere(): () => void {
  const send = useTools()
  const store = useStore()
  return useCallback(() => {
    const [laying, camera, size] = [
      store.get(layingAtom),
      store.get(panesAtom).map.current?.camera(),
      paneSize('map'),
    ]
    if (!laying || !camera || !size) return
    const { scan, placement, isTouched } = laying
    const brought = sheetInView(scan, camera, size, placement.turnDegrees)
    send({ type: 'sheetBrought', placement: brought, isTouched })
  }, [store, send])
}
