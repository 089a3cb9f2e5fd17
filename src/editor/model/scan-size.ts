import { atom } from 'jotai'
import type { ScanSize } from './scan-edge.ts'

/** Size of the scan that is being edited; without one nothing is held on it. */
export const scanSizeAtom = atom<ScanSize>({ width: Infinity, height: Infinity })
