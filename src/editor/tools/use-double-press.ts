import { useSetAtom, useStore } from 'jotai'
import { useRef } from 'react'
import type { Side } from '../../map/pane-props.ts'
import type { HalfPair } from '../../map/tools/half-pair.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import { committedDocumentAtom, undoAtom } from '../model/document-atoms.ts'
import { halfPairAtom, panesAtom, selectedIdAtom, toolAtom } from '../model/tool-atoms.ts'
import { leadAtom } from '../model/view-atoms.ts'
import { useTools } from './use-tools.ts'

const ZOOM_MS = 250

/** What a press changes, as it was before it. */
interface Before {
  readonly document: EditorDocument
  readonly half: HalfPair | null
  readonly selectedId: string | null
}

/**
 * A press may turn out to be the first of two: these zoom in there, as on every map, and what the first has placed is taken
 * back. `onFirst`: before a press is sent to the tools.
 */
export function useDoublePress(side: Side) {
  const store = useStore()
  const send = useTools()
  const lead = useSetAtom(leadAtom)
  const before = useRef<Before | null>(null)
  /** The first press did nothing else, such as closing a menu. */
  const isFirst = useRef(true)
  /** Other tools have a meaning of their own for two presses. */
  const isOfPoints = () => ['choose', 'place'].includes(store.get(toolAtom).kind)

  const onFirst = () => {
    isFirst.current = isOfPoints()
    before.current = isFirst.current
      ? {
          document: store.get(committedDocumentAtom),
          half: store.get(halfPairAtom),
          selectedId: store.get(selectedIdAtom),
        }
      : null
  }

  const onDoublePress = (place: readonly [number, number]): boolean => {
    const pane = store.get(panesAtom)[side].current
    const camera = pane?.camera()
    if (!pane || !camera || !isOfPoints()) return false
    const was = before.current
    if (!isFirst.current) {
      isFirst.current = true
      return false
    }
    before.current = null
    if (was) {
      const added = store.get(committedDocumentAtom).points.length - was.document.points.length
      if (added === 1) store.set(undoAtom)
      send({ type: 'pressTakenBack', half: was.half, selectedId: was.selectedId })
    }
    lead(side)
    const [x, y] = camera.centre
    // What was pressed stays where it is.
    pane.moveTo({ centre: [(x + place[0]) / 2, (y + place[1]) / 2], zoom: camera.zoom + 1 }, ZOOM_MS)
    return true
  }
  return { onFirst, onDoublePress }
}
