import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BaseCamera } from '../geometry/camera.ts'
import { type ExploreView, readView, writeView } from './explore-view.ts'

/** So long the map rests before the address says where it lies, in milliseconds. */
const REST_MS = 300

/** What the page shows, which its address says. */
interface ViewOfAddress {
  readonly view: ExploreView
  /** @param isChoice Back takes it back */
  readonly change: (next: ExploreView, isChoice: boolean) => void
  /** The map has moved. */
  readonly moved: (camera: BaseCamera) => void
  /** With the place where the map lies now. */
  readonly current: () => ExploreView
}

/**
 * @param onStep Back or Forward has led to another view
 * @param onRest the map rests after it has moved
 */
export function useExploreView(onStep: (view: ExploreView) => void, onRest: () => void): ViewOfAddress {
  const [view, setView] = useState(() => readView(location.search))
  const camera = useRef(view.camera)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = () => ({ ...view, camera: camera.current })
  const replace = (next: ExploreView) =>
    history.replaceState(history.state, '', location.pathname + writeView(next))
  const change = (next: ExploreView, isChoice: boolean) => {
    clearTimeout(timer.current)
    const placed = { ...next, camera: camera.current }
    if (isChoice) {
      // Back leads to where the map lay.
      replace(current())
      history.pushState(null, '', location.pathname + writeView(placed))
    } else replace(placed)
    setView(placed)
  }
  /** For the timer, which ends after other renderings. */
  const latest = useRef({ view, onRest })
  useEffect(() => {
    latest.current = { view, onRest }
  })
  const rest = (at: BaseCamera) => {
    const placed = { ...latest.current.view, camera: at }
    replace(placed)
    setView(placed)
    latest.current.onRest()
  }
  const moved = (at: BaseCamera) => {
    camera.current = at
    clearTimeout(timer.current)
    timer.current = setTimeout(() => rest(at), REST_MS)
  }
  const step = useEffectEvent(() => {
    clearTimeout(timer.current)
    const next = readView(location.search)
    camera.current = next.camera ?? camera.current
    setView(next)
    onStep(next)
  })
  useEffect(() => {
    const onPopState = () => step()
    window.addEventListener('popstate', onPopState)
    return () => {
      window.removeEventListener('popstate', onPopState)
      clearTimeout(timer.current)
    }
  }, [])
  return { view, change, moved, current }
}
