import { useStore } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { boxAround } from '../../geometry/camera.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { middlesOfRings } from '../../geometry/rings.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { Rings } from '../../../workers/warp/warp-api.ts'
import { enabledPoints } from '../../drafts/editor-document.ts'
import type { BasePaneHandle, ScanPaneHandle, Side } from '../../map/pane-props.ts'
import type { DevicePosition } from '../../places/device-position.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { controlPointsAtom, documentAtom } from '../model/document-atoms.ts'
import { shownSideAtom, viewModeAtom } from '../model/view-atoms.ts'
import { settledFitAtom, warpAtom } from '../model/warp-atoms.ts'
import { boxOfPoints, firstBox } from './box-of-points.ts'
import { isWellShown } from './is-well-shown.ts'

const MOVE_MS = 250
/** Where picking a found place brings the base map. */
const FOUND = { zoom: zoomOfLevel(15), padding: 50, durationMs: 1000 }
const LOCATED_ZOOM = zoomOfLevel(14)
/** The first place that is typed for a map. */
const FIRST_ZOOM = zoomOfLevel(12)
const FIT = { maxZoom: zoomOfLevel(18), durationMs: 500 }

export interface ShowPlaces {
  /** What the base map shows first; null where nothing is known of the map's place. */
  readonly initialBox: MapBox | null
  /** Brings a point into the middle of both panes. */
  readonly showPoint: (id: string) => void
  /** Shows the whole overlay, or the points while there is none. */
  readonly fitMap: () => void
  /** Shows the points in a pane that does not: those that come from a file or a draft may lie anywhere. */
  readonly fitPoints: () => void
  /** The same on the base map alone. */
  readonly fitMapPoints: () => void
  /** Brings the next place where the map folds into the middle, and what lies nearest to it on the scan. */
  readonly showFold: () => void
  /** What search or "locate me" last found, as the base map shows it. */
  readonly found: Found
  readonly showFound: (place: FoundPlace | null) => void
  /** Marks a place and brings it under the cross; null: the mark goes. */
  readonly showPin: (place: MapPoint | null) => void
  /** Takes the pin of the found place away; its boundary stays. */
  readonly dropPin: () => void
  /** False: there is no base map yet. */
  readonly showDevice: (position: DevicePosition) => boolean
}

export interface Found {
  readonly pin: MapPoint | null
  readonly boundary: Rings | null
  readonly device: { readonly place: MapPoint; readonly accuracyMetres: number | null } | null
}

interface Panes {
  readonly record: MapRecord
  readonly scan: { readonly current: ScanPaneHandle | null }
  readonly map: { readonly current: BasePaneHandle | null }
}

/** Moves of the cameras to what the editor knows. */
export function useShowPlaces({ record, scan, map }: Panes): ShowPlaces {
  const store = useStore()
  const [initialBox] = useState(() => firstBox(record, store.get(controlPointsAtom)))

  const showPoint = useCallback(
    (id: string) => {
      const point = store.get(controlPointsAtom).find((candidate) => candidate.id === id)
      if (!point) return
      scan.current?.moveTo({ centre: point.image }, MOVE_MS)
      map.current?.moveTo({ centre: point.map }, MOVE_MS)
    },
    [store, scan, map],
  )

  const fitMap = useCallback(() => {
    const bounds = store.get(warpAtom).fit?.bounds
    const box: MapBox | null = bounds
      ? { minX: bounds[0], minY: bounds[1], maxX: bounds[2], maxY: bounds[3] }
      : boxOfPoints(store.get(controlPointsAtom))
    if (box) map.current?.fitBox(box, FIT)
  }, [store, map])

  const fitMapPoints = useCallback(() => {
    const box = boxOfPoints(store.get(controlPointsAtom))
    if (box && !isBoxShown('map', map.current, box)) map.current?.fitBox(box, FIT)
  }, [store, map])

  const fitPoints = useCallback(() => {
    fitMapPoints()
    const box = boxAround(store.get(controlPointsAtom).map(({ image }) => image))
    if (box && !isBoxShown('scan', scan.current, box)) scan.current?.fitBox(box, FIT.durationMs)
  }, [store, scan, fitMapPoints])

  const foldAt = useRef(-1)
  const showFold = useCallback(() => {
    const middles = middlesOfRings(store.get(settledFitAtom)?.fit.folds)
    if (middles.length === 0) return
    foldAt.current = (foldAt.current + 1) % middles.length
    const centre = middles[foldAt.current]
    if (!centre) return
    // The hatching lies on the map.
    store.set(shownSideAtom, 'map')
    if (store.get(viewModeAtom) === 'original') store.set(viewModeAtom, 'split')
    map.current?.moveTo({ centre }, MOVE_MS)
    const nearest = nearestPoint(enabledPoints(store.get(documentAtom)), centre)
    if (nearest) scan.current?.moveTo({ centre: nearest.image }, MOVE_MS)
  }, [store, scan, map])

  const [found, setFound] = useState<Found>({ pin: null, boundary: null, device: null })

  const showFound = useCallback(
    (place: FoundPlace | null) => {
      const [pin, boundary] = [place?.point ?? null, place?.boundary ?? null]
      setFound(({ device }) => ({ pin, boundary, device }))
      // Under the cross: it can be placed there at once.
      if (place?.box) map.current?.fitBox(place.box, { ...FOUND, maxZoom: FOUND.zoom, centre: place.point })
      else if (place) map.current?.moveTo({ centre: place.point, zoom: FOUND.zoom }, FOUND.durationMs)
    },
    [map],
  )

  const showPin = useCallback(
    (pin: MapPoint | null) => {
      setFound((kept) => (kept.pin === pin ? kept : { ...kept, pin }))
      const zoom = map.current?.camera()?.zoom
      if (!pin || zoom === undefined) return
      // Where nothing stands yet, half the world may be in view.
      const isFirst = store.get(controlPointsAtom).length === 0
      map.current?.moveTo({ centre: pin, zoom: isFirst ? Math.max(zoom, FIRST_ZOOM) : zoom }, MOVE_MS)
    },
    [store, map],
  )

  const dropPin = useCallback(() => {
    // The same state where there is none: a press must not render the panes for nothing.
    setFound((kept) => (kept.pin === null ? kept : { ...kept, pin: null }))
  }, [])

  const showDevice = useCallback(
    ({ lon, lat, accuracyMetres }: DevicePosition) => {
      if (!map.current?.camera()) return false
      const place = mapPointOf(lon, lat)
      setFound((kept) => ({ ...kept, device: { place, accuracyMetres } }))
      map.current.moveTo({ centre: place, zoom: LOCATED_ZOOM }, FOUND.durationMs)
      return true
    },
    [map],
  )

  return {
    initialBox,
    showPoint,
    fitMap,
    fitPoints,
    fitMapPoints,
    showFold,
    found,
    showFound,
    showPin,
    dropPin,
    showDevice,
  }
}

/** Whether a pane shows enough of a box to leave it there. */
function isBoxShown(
  side: Side,
  pane: { project(place: readonly [number, number]): readonly [number, number] | null } | null,
  { minX, minY, maxX, maxY }: MapBox,
): boolean {
  const size = document.querySelector(`[data-pane="${side}"]`)?.getBoundingClientRect()
  const [from, to] = [pane?.project([minX, minY]), pane?.project([maxX, maxY])]
  return !!size && !!from && !!to && isWellShown([from, to], size)
}

function nearestPoint<Point extends { readonly map: MapPoint }>(
  points: readonly Point[],
  [x, y]: MapPoint,
): Point | undefined {
  const distance = ({ map }: Point) => Math.hypot(map[0] - x, map[1] - y)
  return points.toSorted((a, b) => distance(a) - distance(b))[0]
}
