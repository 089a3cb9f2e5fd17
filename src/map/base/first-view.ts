import { boxAround, fitBox, widerPadding } from '../../geometry/camera.ts'
import type { BaseCamera, MapBox, PaneSize } from '../../geometry/camera.ts'
import type { BasePaneProps } from '../pane-props.ts'

/** Shown while nothing is known of where a map lies: 12° W to 42° E, 35° N to 66° N. */
const EUROPE: MapBox = { minX: -1_336_000, minY: 4_164_000, maxX: 4_676_000, maxY: 9_960_000 }

/** What a base pane shows first: the box that was asked for, else everything. */
export function firstCamera(props: BasePaneProps, size: PaneSize): BaseCamera {
  const { initialBox, padding } = props
  return initialBox ? fitBox(initialBox, size, widerPadding(20, padding)) : cameraForMarks(props, size)
}

/** Everything that is marked, else Europe. */
export function cameraForMarks({ marks = [], padding }: BasePaneProps, size: PaneSize): BaseCamera {
  const box = boxAround(marks.map(({ map }) => map))
  return box
    ? fitBox(box, size, widerPadding(48, padding), 16)
    : fitBox(EUROPE, size, widerPadding(0, padding))
}
