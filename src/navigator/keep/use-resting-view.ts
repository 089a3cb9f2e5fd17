import { useEffect, useRef, useState, type RefObject } from 'react'
import { visibleBox, type BaseCamera, type MapBox } from '../../geometry/camera.ts'

/** Nothing has moved for so long. */
const REST_MS = 300

/** What the map shows, once it has come to rest; `note` is told of each camera. */
export function useRestingView(
  root: RefObject<HTMLElement | null>,
): [view: MapBox | null, note: (camera: BaseCamera) => void] {
  const [view, setView] = useState<MapBox | null>(null)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const note = (camera: BaseCamera) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (!root.current) return
      const { clientWidth: width, clientHeight: height } = root.current
      const next = visibleBox(camera, { width, height })
      // A camera that was set to where it stood changes nothing.
      setView((last) => (last && isSame(last, next) ? last : next))
    }, REST_MS)
  }
  return [view, note]
}

const isSame = (a: MapBox, b: MapBox) =>
  a.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY
