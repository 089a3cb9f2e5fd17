import { atom } from 'jotai'
import type { MaskRing } from '../../../contract/control-points.ts'

/** Cropping has begun by itself, to ask which part of the scan the map is. */
export const isRegionAskedAtom = atom(false)

/** Frames of maps that were found on the scan, one of which the map may be. */
export const foundRegionsAtom = atom<readonly MaskRing[]>([])
