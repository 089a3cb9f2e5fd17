import { useStore } from 'jotai'
import { useCallback, useState } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { boxAround, fitBox } from '../../../workers/geometry/camera.ts'
import type { BaseCamera, MapBox } from '../../../workers/geometry/camera.ts'
import type { BasePaneHandle, ScanPaneHandle } from '../../map/pane-props.ts'
import { controlPointsAtom } from '../state/document-atoms.ts'
import { warpAtom } from '../warp/warp-atoms.ts'

const MOVE_MS = 250
const FIT = { padding: 20, maxZoom: 18, durationMs: 500 }

interface ShowPlaces {
  /** Where the base map begins; undefined where nothing is known of the map's place. */
  readonly initialCamera: BaseCamera | undefined
  /** Brings a point into the middle of both panes. */
  readonly showPoint: (id: string) => void
  /** Shows the whole overlay, or the points while there is none. */
  readonly fitMap: () => void
}

interface Panes {
  readonly record: MapRecord
  readonly scan: { readonly current: ScanPaneHandle | null }
  readonly map: { readonly current: BasePaneHandle | null }
}

/** Moves of the cameras to what the editor knows. */
export function useShowPlaces({ record, scan, map }: Panes): ShowPlaces {
  const store = useStore()
  const [initialCamera] = useState(() => {
    const box = record.corners ?? boxAround(store.get(controlPointsAtom).map((point) => point.map))
    // The pane's size is not known yet; half the window is near enough for a first look.
    const pane = { width: window.innerWidth / 2, height: window.innerHeight - 160 }
    return box ? fitBox(box, pane, FIT.padding, FIT.maxZoom) : undefined
  })

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
      : boxAround(store.get(controlPointsAtom).map((point) => point.map))
    if (box) map.current?.fitBox(box, FIT)
  }, [store, map])

  return { initialCamera, showPoint, fitMap }
}
