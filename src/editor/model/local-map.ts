import { atom } from 'jotai'

/** The map lies on this device alone: nothing of it is asked of the server, nor told to it. */
export const isLocalAtom = atom(false)
