import { useEffect, useRef, type RefObject } from 'react'
import { boxBeside } from '../geometry/boxes.ts'
import type { BaseCamera, MapBox } from '../geometry/camera.ts'
import type { BasePaneHandle } from '../map/pane-props.ts'
import type { ShownMap } from './shown/use-shown-maps.ts'

interface Awaited {
  readonly maps: readonly ShownMap[]
  /** The map that the page was opened for; null where there is none. */
  readonly openedId: string | null
  /** Where the catalog's maps lie, or the box that was asked for; null without either, and until it is known. */
  readonly extent: MapBox | null
  /** Whether the address says where the map begins. */
  readonly hasCamera: boolean
  /** What is seen now. */
  readonly seenBy: (camera: BaseCamera) => MapBox
}

function covers(outer: MapBox, box: MapBox): boolean {
  const inner = boxBeside(box, outer)
  return (
    outer.minX <= inner.minX &&
    outer.minY <= inner.minY &&
    outer.maxX >= inner.maxX &&
    outer.maxY >= inner.maxY
  )
}

/**
 * Brings the map once to what it is wanted for, as soon as it is known where that lies: at the opening to the map or the
 * catalog that the page was opened for, later to a map that was chosen.
 *
 * @returns `fitMap`: a map of the list was chosen; `keepView`: the reader has moved the map, which then stays
 */
export function useAwaitedFit(
  pane: RefObject<BasePaneHandle | null>,
  fit: (box: MapBox) => void,
  { maps, openedId, extent, hasCamera, seenBy }: Awaited,
) {
  const fitId = useRef(hasCamera ? null : openedId)
  const fitsCatalog = useRef(!hasCamera && openedId === null)
  const isOfList = useRef(false)
  useEffect(() => {
    const camera = pane.current?.camera()
    if (!camera) return
    const box = maps.find(({ id }) => id === fitId.current)?.box
    if (box) {
      fitId.current = null
      // Whoever looks at a place that the map covers goes on looking at it.
      if (!isOfList.current || !covers(box, seenBy(camera))) fit(box)
    } else if (extent && fitsCatalog.current) {
      fitsCatalog.current = false
      fit(extent)
    }
  })
  return {
    fitMap: (id: string) => {
      fitId.current = id
      fitsCatalog.current = false
      isOfList.current = true
    },
    keepView: () => {
      fitsCatalog.current = false
      isOfList.current = false
    },
    /** Whether the map is where it is because one of the list was opened. */
    isOfList: () => isOfList.current,
  }
}
