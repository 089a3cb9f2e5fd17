import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { useMapTurning } from './use-turns.ts'
import { useCounterparts } from './use-counterparts.ts'
import { useDistortion } from './use-distortion.ts'
import { useErrorArrows } from './use-error-arrows.ts'
import { useFoldSince } from './use-fold-since.ts'
import { useUncertainty } from './use-uncertainty.ts'
import { useWarp } from './use-warp.ts'

/**
 * Keeps the warp and what follows from it. It draws nothing and stands alone, because it hears of every step of a drag
 * and every move of the pointer, which must not render the whole editor anew.
 */
export function WarpEffects({ scan }: { readonly scan: Pyramid }) {
  useWarp({
    width: scan.width,
    height: scan.height,
    tileSize: scan.tileSize,
    levelCount: scan.levels.length,
  })
  useCounterparts()
  useMapTurning()
  useErrorArrows(scan)
  useDistortion(scan)
  useUncertainty()
  useFoldSince()
  return null
}
