import { atom } from 'jotai'
import { valueAtoms } from '../ui/value-atoms.ts'
import type { TileTrouble } from './pane-props.ts'

/** What of its open files a pane could not read, and the attempt: another number asks for that again. */
export function tileTroubleAtoms() {
  const [troubleAtom, noteAtom] = valueAtoms<TileTrouble>(new Map())
  const attemptAtom = atom(0)
  return {
    troubleAtom,
    noteAtom,
    attemptAtom: atom((get) => get(attemptAtom)),
    retryAtom: atom(null, (_get, set) => set(attemptAtom, (last) => last + 1)),
  }
}
