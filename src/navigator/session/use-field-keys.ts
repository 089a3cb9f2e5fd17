import { useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { isLayerKey } from '../../ui/use-layer.ts'
import { isSettingPointAtom, measuringAtom } from './measuring.ts'
import {
  closePanelAtom,
  compareAtom,
  comparisonAtom,
  isPointingAtom,
  panelAtom,
} from '../model/navigator-model.ts'
import type { NavigatorSession } from './navigator-session.ts'
import type { FieldPoint } from './use-field-point.ts'

/** A key that is pressed on the map leaves the camera to the map for so long. */
const KEY_MS = 400

/** What keys do in the navigator, wherever the focus is. */
export function useFieldKeys(session: NavigatorSession, point: FieldPoint): void {
  const store = useStore()
  const { camera, measuring, motion, pane, zoom } = session
  const escape = () => {
    if (pane.current?.cancelDrag()) return
    if (store.get(panelAtom) !== null) store.set(closePanelAtom)
    else if (store.get(comparisonAtom) && !store.get(measuringAtom)) store.set(compareAtom, null)
    else measuring.undo()
  }
  /** @returns whether it has done something */
  const enterOnMap = (): boolean => {
    const isPointing = store.get(isPointingAtom)
    if (isPointing && point.position !== null) camera.atCross(point.addAt)
    else if (!isPointing && store.get(isSettingPointAtom)) camera.atCross(measuring.setPoint)
    else return false
    return true
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isOnMap = target instanceof Element && target.closest('[role=application]') !== null
    if (isOnMap && /^(Arrow|Home)/.test(key)) {
      // Keys move the map as a hand does.
      camera.take()
      motion.setMode('off')
    } else if (isOnMap) {
      motion.pause(KEY_MS)
      zoom.begin()
    }
    // What lay over the page, or had the key first, has used it.
    if (event.defaultPrevented || isLayerKey(event)) return
    if (key === 'Escape') escape()
    else if (key !== 'Enter' || !isOnMap || !enterOnMap()) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
