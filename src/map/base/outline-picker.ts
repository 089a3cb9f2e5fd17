import type { MapPoint } from '../../../contract/control-points.ts'
import type { BasePaneProps, OutlineGroup } from '../pane-props.ts'

/** The outlines of maps under the pointer of a base pane. */
export interface OutlinePicker {
  hoveredId(): string | null
  hover(point: MapPoint | null): void
  /** False: neither an outline nor a group lies there, or nobody wants to know. */
  press(point: MapPoint): boolean
}

/** What a base pane draws of outlines at a point. */
interface DrawnOutlines {
  /** Ids of the maps, smallest first. */
  readonly idsAt: (point: MapPoint) => readonly string[]
  /** The topmost group. */
  readonly groupAt: (point: MapPoint) => OutlineGroup | null
}

/** @param onChange - The hovered outline is to be drawn. */
export function createOutlinePicker(
  props: () => BasePaneProps,
  { idsAt, groupAt }: DrawnOutlines,
  onChange: () => void,
): OutlinePicker {
  let pointedId: string | null = null

  return {
    hoveredId: () => pointedId ?? props().hoveredOutlineId ?? null,
    hover(point) {
      const { outlineTiles, outlinesVisible = true } = props()
      if (!outlineTiles) return
      // What cannot be seen does not light up.
      const id = (point && outlinesVisible && !groupAt(point) ? idsAt(point)[0] : null) ?? null
      if (id === pointedId) return
      pointedId = id
      props().onOutlineHover?.(id)
      onChange()
    },
    press(point) {
      const { onOutlinePress, onOutlineGroupPress, outlinesVisible = true } = props()
      const group = onOutlineGroupPress && outlinesVisible ? groupAt(point) : null
      if (group) {
        onOutlineGroupPress?.(group)
        return true
      }
      const ids = onOutlinePress ? idsAt(point) : []
      if (ids.length > 0) onOutlinePress?.(ids, point)
      return ids.length > 0
    },
  }
}
