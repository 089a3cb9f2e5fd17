import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react'
import { HOLD_MS, NO_PLACE_PRESS, placePressStep, type PlacePressEvent } from '../session/held-place.ts'

/**
 * Hears presses that ask for a place of the map: a finger that rests, the second button of a mouse.
 *
 * @param isOn - False: presses are a tool's.
 * @param onAsk - CSS px of the map
 * @returns what listens on the way down to the map, and whether the press that is under way was spent by asking
 */
export function usePlacePresses(isOn: boolean, onAsk: (css: readonly [x: number, y: number]) => void) {
  const press = useRef(NO_PLACE_PRESS)
  const timer = useRef<number | undefined>(undefined)
  const isSpent = useRef(false)
  const origin = useRef<readonly [x: number, y: number]>([0, 0])
  const ask = useRef(onAsk)
  useEffect(() => {
    ask.current = onAsk
  })
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const send = (event: PlacePressEvent) => {
    const step = placePressStep(press.current, event)
    press.current = step.press
    if (step.press.kind === 'none') window.clearTimeout(timer.current)
    if (!step.asked) return
    isSpent.current = true
    ask.current([step.asked[0] - origin.current[0], step.asked[1] - origin.current[1]])
  }
  const listeners = {
    onPointerDownCapture: (event: PointerEvent) => {
      isSpent.current = false
      if (!isOn || !isOnMap(event)) return
      const { pointerId, pointerType, button } = event
      const { left, top } = event.currentTarget.getBoundingClientRect()
      origin.current = [left, top]
      send({ type: 'down', pointerId, pointerType, button, at: [event.clientX, event.clientY] })
      window.clearTimeout(timer.current)
      if (press.current.kind === 'finger')
        timer.current = window.setTimeout(() => send({ type: 'time' }), HOLD_MS)
    },
    onPointerMoveCapture: ({ clientX, clientY }: PointerEvent) =>
      send({ type: 'move', at: [clientX, clientY] }),
    onPointerUpCapture: ({ pointerId }: PointerEvent) => send({ type: 'up', pointerId }),
    onPointerCancelCapture: () => send({ type: 'cancel' }),
    // The browser would go on with the presses of a mouse, the first of which closes what was asked for.
    onTouchEndCapture: (event: TouchEvent) => {
      if (isSpent.current && event.cancelable) event.preventDefault()
    },
    // The browser's own menu, which a long press of a finger opens as well.
    onContextMenu: (event: MouseEvent) => {
      if (isOnMap(event)) event.preventDefault()
    },
  }
  return { listeners, isSpent: () => isSpent.current }
}

const isOnMap = ({ target }: { readonly target: EventTarget }) =>
  target instanceof Element && target.closest('[role=application]') !== null
