import { atom } from 'jotai'
import type { PositionReading, PositionState, PositionWatch } from '../../places/watch-position.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
import { STALE_AFTER_MS } from './reading-age.ts'

const [positionAtom, notePositionAtom] = valueAtoms<PositionState>({ reading: null, problem: null })
const [agedAtom, noteAgedAtom] = valueAtoms<PositionReading | null>(null)

/** The newest reading; null: there is none yet. */
export const readingAtom = atom((get) => get(positionAtom).reading)
/** Why no position comes; null: it does, or is on its way. */
export const positionProblemAtom = atom((get) => get(positionAtom).problem)
export const isStaleAtom = atom((get) => get(readingAtom) !== null && get(readingAtom) === get(agedAtom))
/** The problem to report: a device fails now and then between two readings, and a fresh one is as good. */
export const reportedProblemAtom = atom((get) => {
  const problem = get(positionProblemAtom)
  const isPassing = problem === 'unavailable' && get(readingAtom) !== null && !get(isStaleAtom)
  return isPassing ? null : problem
})

/** Reads what a watch knows, as one that went on recording does from the start. */
export const readPosition = (store: AtomStore, watch: Pick<PositionWatch, 'snapshot'>): void =>
  store.set(notePositionAtom, watch.snapshot())

/** Follows the device's position, and notices when the newest reading is old. Returns how to stop. */
export function followPosition(
  store: AtomStore,
  watch: Pick<PositionWatch, 'snapshot' | 'subscribe'>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitUntilStale = () => {
    clearTimeout(timer)
    const reading = store.get(readingAtom)
    if (!reading) return
    const leftMs = Math.max(0, reading.timeMs + STALE_AFTER_MS - Date.now())
    timer = setTimeout(() => store.set(noteAgedAtom, reading), leftMs)
  }
  const stopWaiting = store.sub(readingAtom, waitUntilStale)
  const stopWatching = watch.subscribe(() => readPosition(store, watch))
  readPosition(store, watch)
  waitUntilStale()
  return () => {
    stopWatching()
    stopWaiting()
    clearTimeout(timer)
  }
}
