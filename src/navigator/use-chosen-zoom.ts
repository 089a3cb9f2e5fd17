import { useEffect, useRef } from 'react'
import { finiteNumber, storedValue } from '../ui/stored-value.ts'

/** Less is the wander of a gesture, and no choice. Levels. */
const CHOICE_LEVELS = 0.02

/** The zoom that a person has chosen on a map, kept for as long as the tab is open. */
export interface ChosenZoom {
  /** Null: none was chosen yet. */
  readonly get: () => number | null
  /** A person zooms by a button or a key: the zooms that follow are chosen. */
  readonly begin: () => void
  /** The map shows something by itself: the zooms that follow are not chosen. */
  readonly end: () => void
  /** To be called with each camera: a zoom that came about by hand is chosen. */
  readonly note: (zoom: number, byUser: boolean) => void
}

/** @param mapId undefined: no old map is laid over */
export function useChosenZoom(mapId: string | undefined): ChosenZoom {
  const key = `navigator.zoom.${mapId ?? ''}`
  const isByPress = useRef(false)
  const last = useRef<number | null>(null)
  const chosen = useRef<{ readonly key: string; readonly zoom: number } | null>(null)
  useEffect(() => {
    // A camera moves many times a second: what was chosen is written when the page is left or hidden.
    const write = () => {
      if (chosen.current) storedZoom(chosen.current.key).write(chosen.current.zoom)
    }
    window.addEventListener('pagehide', write)
    document.addEventListener('visibilitychange', write)
    return () => {
      write()
      window.removeEventListener('pagehide', write)
      document.removeEventListener('visibilitychange', write)
    }
  }, [key])
  return {
    get: () => (chosen.current?.key === key ? chosen.current.zoom : (storedZoom(key).read() ?? null)),
    begin: () => (isByPress.current = true),
    end: () => (isByPress.current = false),
    note(zoom, byUser) {
      const before = last.current
      if (before !== null && Math.abs(zoom - before) < CHOICE_LEVELS) return
      last.current = zoom
      if (before !== null && (byUser || isByPress.current)) chosen.current = { key, zoom }
    },
  }
}

const storedZoom = (key: string) => storedValue(key, finiteNumber, 'tab')
