import { useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImagePoint, MaskRing } from '../../../contract/control-points.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { isInRings, packedRings } from '../../geometry/rings.ts'
import type { PaneAnchor } from '../../map/pane-props.ts'
import { maskAtom } from '../model/document-atoms.ts'
import { foundRegionsAtom, isRegionAskedAtom } from '../model/region-asked.ts'
import { croppingAtom } from '../model/tool-atoms.ts'
import { changeMask } from '../tools/crop-steps.ts'
import classes from './other-regions.module.css'

interface FoundRegions {
  /** What the other maps are, and what was found beside them. */
  readonly outlines: readonly MaskRing[]
  /** Buttons in the middle of what was found, which take it. */
  readonly choices: readonly PaneAnchor<ImagePoint>[]
}

/**
 * Frames on the scan that the map may be, while it is asked which part of the scan it is and nothing is drawn yet.
 *
 * @param taken what the other maps of the scan are
 */
export function useFoundRegions(scan: Pyramid, taken: readonly MaskRing[]): FoundRegions {
  const { t } = useTranslation('editor')
  const store = useStore()
  const mask = useAtomValue(maskAtom)
  const cropping = useAtomValue(croppingAtom)
  const isAsked = useAtomValue(isRegionAskedAtom)
  const [found, setFound] = useAtom(foundRegionsAtom)
  useEffect(() => {
    if (!isAsked) return undefined
    const controller = new AbortController()
    // Where none is found, or the scan cannot be read, it is drawn by hand.
    scan.findFrames(controller.signal).then(
      (frames) => {
        if (!controller.signal.aborted) setFound(frames)
      },
      () => undefined,
    )
    return () => controller.abort()
  }, [isAsked, scan, setFound])
  const isShown = isAsked && cropping !== null && cropping.open.length === 0 && mask.length === 0
  return useMemo(() => {
    if (!isShown) return { outlines: taken, choices: [] }
    const rings = packedRings(taken)
    const free = found.filter((ring) => !isInRings(middleOf(ring), rings))
    return {
      outlines: [...taken, ...free],
      choices: free.map((ring, at) => ({
        key: `found ${at}`,
        place: middleOf(ring),
        content: (
          <button
            type="button"
            className={classes['title']}
            onClick={() => changeMask(store, 'cropFrame', () => [ring])}
          >
            {t('crop.takePart', { number: at + 1 })}
          </button>
        ),
      })),
    }
  }, [found, isShown, store, t, taken])
}

const middleOf = (ring: MaskRing): ImagePoint => [
  ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
  ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
]
