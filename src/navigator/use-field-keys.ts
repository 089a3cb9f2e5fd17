import { useEffect, useEffectEvent } from 'react'
import { isLayerKey } from '../ui/use-layer.ts'

interface FieldKeys {
  /** A key has moved or turned the map. */
  readonly onMapMoved: () => void
  /** Any other key was pressed on the map. */
  readonly onMapKey: () => void
  readonly onEscape: () => void
  /** Enter on the map. @returns whether it has done something */
  readonly onMapEnter: () => boolean
}

/** What keys do in the navigator, wherever the focus is. */
export function useFieldKeys({ onMapMoved, onMapKey, onEscape, onMapEnter }: FieldKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isOnMap = target instanceof Element && target.closest('[role=application]') !== null
    if (isOnMap && /^(Arrow|Home)/.test(key)) onMapMoved()
    else if (isOnMap) onMapKey()
    // What lay over the page, or had the key first, has used it.
    if (event.defaultPrevented || isLayerKey(event)) return
    if (key === 'Escape') onEscape()
    else if (key !== 'Enter' || !isOnMap || !onMapEnter()) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
