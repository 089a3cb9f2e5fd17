import { useStore } from 'jotai'
import { useCallback, useState } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { Rings } from '../../../workers/warp/warp-api.ts'
import type { BasePaneHandle, ScanPaneHandle } from '../../map/pane-props.ts'
import type { DevicePosition } from '../../places/device-position.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { controlPointsAtom } from '../state/document-atoms.ts'
import { warpAtom } from '../warp/warp-atoms.ts'
import { boxOfPoints, firstBox } from './box-of-points.ts'
import { isWellShown } from './is-well-shown.ts'

const MOVE_MS = 250
/** Where picking a found place brings the base map. */
const FOUND = { zoom: zoomOfLevel(15), padding: 50, durationMs: 1000 }
const LOCATED_ZOOM = zoomOfLevel(14)
/** The first place that is typed for a map. */
const FIRST_ZOOM = zoomOfLevel(12)
const FIT = { maxZoom: zoomOfLevel(18), durationMs: 500 }

interface ShowPlaces {
  /** What the base map shows first; null where nothing is known of the map's place. */
  readonly initialBox: MapBox | null
  /** Brings a point into the middle of both panes. */
  readonly showPoint: (id: string) => void
  /** Shows the whole overlay, or the points while there is none. */
  readonly fitMap: () => void
  /** Shows the points on the base map where they are not: those that come from a file or a draft may lie anywhere. */
  readonly fitPoints: () => void
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

  const fitPoints = useCallback(() => {
    const box = boxOfPoints(store.get(controlPointsAtom))
    const pane = document.querySelector('[data-pane="map"]')?.getBoundingClientRect()
    const [from, to] = box
      ? [map.current?.project([box.minX, box.minY]), map.current?.project([box.maxX, box.maxY])]
      : []
    const isShown = pane && from && to && isWellShown([from, to], pane)
    if (box && !isShown) map.current?.fitBox(box, FIT)
  }, [store, map])

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

  return { initialBox, showPoint, fitMap, fitPoints, found, showFound, showPin, dropPin, showDevice }
}
