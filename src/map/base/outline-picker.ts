import type { MapPoint } from '../../../contract/control-points.ts'
import type { BasePaneProps } from '../pane-props.ts'

/** The outlines of maps under the pointer of a base pane. */
export interface OutlinePicker {
  hoveredId(): string | null
  hover(point: MapPoint | null): void
  /** False: no outline lies there, or nobody wants to know. */
  press(point: MapPoint): boolean
}

/**
 * @param idsAt - Ids of the maps at a point, smallest first.
 * @param onChange - The hovered outline is to be drawn.
 */
export function createOutlinePicker(
  props: () => BasePaneProps,
  idsAt: (point: MapPoint) => readonly string[],
  onChange: () => void,
): OutlinePicker {
  let pointedId: string | null = null

  return {
    hoveredId: () => pointedId ?? props().hoveredOutlineId ?? null,
    hover(point) {
      const { outlineTiles, outlinesVisible = true } = props()
      if (!outlineTiles) return
      // What cannot be seen does not light up.
      const id = (point && outlinesVisible ? idsAt(point)[0] : null) ?? null
      if (id === pointedId) return
      pointedId = id
      props().onOutlineHover?.(id)
      onChange()
    },
    press(point) {
      const { onOutlinePress } = props()
      const ids = onOutlinePress ? idsAt(point) : []
      if (ids.length > 0) onOutlinePress?.(ids, point)
      return ids.length > 0
    },
  }
}
