import { atom } from 'jotai'
import { keepScreenLit } from '../../device/screen-light.ts'
import type { AtomStore } from '../../ui/value-atoms.ts'
import { followModeAtom } from './field-motion.ts'
import { recordedAtom } from '../model/recorded-atoms.ts'

const isLitAtom = atom((get) => get(followModeAtom) !== 'off' || get(recordedAtom).isRecording)

/** Keeps the screen lit while the map follows the position or a track is recorded. Returns how to stop. */
export function lightScreen(store: AtomStore, keepLit = keepScreenLit): () => void {
  let dim: (() => void) | null = null
  const look = () => {
    dim?.()
    dim = store.get(isLitAtom) ? keepLit() : null
  }
  const stop = store.sub(isLitAtom, look)
  look()
  return () => {
    stop()
    dim?.()
  }
}
