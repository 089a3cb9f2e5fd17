import { finiteNumber, storedValue } from '../../ui/stored-value.ts'

/** Less is the wander of a gesture, and no choice. Levels. */
const CHOICE_LEVELS = 0.02

/** The zoom that a person has chosen on a map, stored for as long as the tab is open. */
export interface ChosenZoom {
  /** Begins to store what is chosen. Returns how to stop. */
  readonly start: () => () => void
  /** Another map is laid over; undefined: none. */
  readonly setMap: (mapId: string | undefined) => void
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
export function createChosenZoom(mapId: string | undefined): ChosenZoom {
  let stored = storedZoom(mapId)
  let isByPress = false
  let last: number | null = null
  let chosen: number | null = null

  // A camera moves many times a second: what was chosen is written when the page is left or hidden.
  function write() {
    if (chosen !== null) stored.write(chosen)
  }

  return {
    start() {
      window.addEventListener('pagehide', write)
      document.addEventListener('visibilitychange', write)
      return () => {
        write()
        window.removeEventListener('pagehide', write)
        document.removeEventListener('visibilitychange', write)
      }
    },
    setMap(nextId) {
      write()
      stored = storedZoom(nextId)
      chosen = null
    },
    get: () => chosen ?? stored.read() ?? null,
    begin: () => (isByPress = true),
    end: () => (isByPress = false),
    note(zoom, byUser) {
      const before = last
      if (before !== null && Math.abs(zoom - before) < CHOICE_LEVELS) return
      last = zoom
      if (before !== null && (byUser || isByPress)) chosen = zoom
    },
  }
}

const storedZoom = (mapId: string | undefined) =>
  storedValue(`navigator.zoom.${mapId ?? ''}`, finiteNumber, 'tab')
