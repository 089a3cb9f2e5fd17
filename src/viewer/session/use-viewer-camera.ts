import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { BaseCamera } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { cameraText } from '../model/viewer-state.ts'

/** How long the camera rests before the address says where it is, in milliseconds. */
const PAUSE_MS = 400
const MOVE_MS = 300

/**
 * Holds the camera and the address together: the address follows the camera, and where Back or a link has changed the
 * address the camera goes there.
 *
 * @param onRest - `isOther`: it is not where the address says.
 * @returns what is to be called when the camera moves
 */
export function useViewerCamera(
  pane: RefObject<BasePaneHandle | null>,
  camera: BaseCamera | null,
  onRest: (camera: BaseCamera, isOther: boolean) => void,
): () => void {
  const timer = useRef<number | undefined>(undefined)
  const inAddress = camera && cameraText(camera)
  const known = useRef(inAddress)
  const latest = useRef(onRest)
  useEffect(() => {
    latest.current = onRest
  })
  const goTo = useEffectEvent(() => {
    if (camera) pane.current?.moveTo(camera, MOVE_MS)
  })
  useEffect(() => {
    if (inAddress === null || inAddress === known.current) return
    known.current = inAddress
    window.clearTimeout(timer.current)
    goTo()
  }, [inAddress])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const wait = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(rest, PAUSE_MS)
  }
  const rest = () => {
    const now = pane.current?.camera()
    // The pane has told of its first view before it can be asked for it.
    if (!now) return wait()
    const isOther = cameraText(now) !== known.current
    known.current = cameraText(now)
    latest.current(now, isOther)
  }
  return wait
}
