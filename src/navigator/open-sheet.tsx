import { useAtomValue } from 'jotai'
import { KeepPanel } from './keep/keep-panel.tsx'
import { MeasurePanel } from './measure/measure-panel.tsx'
import { measuringAtom } from './session/measuring.ts'
import { panelAtom } from './model/navigator-model.ts'
import { OverlayPanel } from './overlay/overlay-panel.tsx'
import { PointPanel } from './point/point-panel.tsx'
import { PositionBox } from './position/position-box.tsx'
import { TrackPanel } from './track/track-panel.tsx'

/** The sheet above the bar: the panel that is open, what is measured, or else the position. */
export function OpenSheet() {
  const panel = useAtomValue(panelAtom)
  const isMeasuring = useAtomValue(measuringAtom) !== null
  switch (panel) {
    case 'overlay':
      return <OverlayPanel />
    case 'point':
      return <PointPanel />
    case 'track':
      return <TrackPanel />
    case 'keep':
      return <KeepPanel />
    // The compass opens beneath its own button.
    case 'compass':
    case null:
      return isMeasuring ? <MeasurePanel /> : <PositionBox />
  }
}
