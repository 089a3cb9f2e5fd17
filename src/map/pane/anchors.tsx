import { useLayoutEffect, useRef } from 'react'
import type { PaneAnchor } from '../pane-props.ts'
import { KEEPS_EVENTS } from './pointer-gestures.ts'

/** Who moves the anchors: a pane's view, whenever its camera moves. */
export interface AnchorMover<Place> {
  project(place: Place): [x: number, y: number] | null
  /** Called after every move. Returns how to stop. */
  onMoved(listener: () => void): () => void
}

interface Props<Place> {
  readonly anchors: readonly PaneAnchor<Place>[]
  readonly mover: AnchorMover<Place> | null
}

/** Content that stays at its place of the pane; a move changes styles and renders nothing. */
export function Anchors<Place>({ anchors, mover }: Props<Place>) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!mover) return
    const place = () => {
      anchors.forEach(({ place }, at) => {
        const element = root.current?.children[at]
        if (!(element instanceof HTMLElement)) return
        const css = mover.project(place)
        element.style.visibility = css ? 'visible' : 'hidden'
        if (css) element.style.transform = `translate(${css[0]}px, ${css[1]}px)`
      })
    }
    place()
    return mover.onMoved(place)
  }, [anchors, mover])
  return (
    <div ref={root}>
      {anchors.map(({ key, content }) => (
        <div
          key={key}
          {...{ [KEEPS_EVENTS]: '' }}
          style={{ position: 'absolute', left: 0, top: 0, zIndex: 2 }}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
