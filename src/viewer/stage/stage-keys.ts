import { isDrawingBoxAtom, measuringAtom } from '../session/viewer-tools.ts'
import type { OpenStage } from '../session/stage-context.ts'
import type { ViewerCommand } from './viewer-key.ts'

/** What the keys of the stage do. */
export function stageKeys(stage: OpenStage): Readonly<Record<ViewerCommand, () => void>> {
  const { session, compared } = stage
  const { store, tools, place } = session
  const { filters, comparison } = stage.page.state
  return {
    escape: () => void (tools.stop() || (comparison && compared.compare(null))),
    outlines: session.toggleOutlines,
    box: () => session.toggleBox(filters.box !== undefined),
    band: session.toggleBand,
    measure: () => void tools.toggleMeasuring(),
    panes: stage.openSideBySide,
    place: () => place.askAtMiddle(),
    undo: tools.undoPoint,
    enter: () => {
      if (store.get(measuringAtom)) tools.setAtCross()
      else if (store.get(isDrawingBoxAtom)) session.boxSeen()
    },
  }
}
