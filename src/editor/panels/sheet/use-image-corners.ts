import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ImagePoint, MaskRing } from '../../../../contract/control-points.ts'
import type { Pyramid } from '../../../../workers/raster/raster-client.ts'
import { ringArea } from '../../../geometry/mask-rings.ts'
import { maskAtom } from '../../model/document-atoms.ts'
import { type Corners, outermost } from '../../model/sheet/sheet-edges.ts'
import type { ImageSource, SheetForm } from '../../model/sheet/sheet-state.ts'

/** Whether the sheet's frame was found in the scan. */
export type FrameState = 'looking' | 'found' | 'none' | 'failed'

/** Corners on the scan, upper left first, clockwise; null where a source has none. */
export interface ImageCorners {
  readonly bySource: Readonly<Record<ImageSource, Corners<ImagePoint> | null>>
  readonly frame: FrameState
  /** What is chosen, or else the best that there is. */
  readonly source: ImageSource
}

/** The corners of the sheet on the scan, from all that can tell them. The frame is looked for at once. */
export function useImageCorners(scan: Pyramid, { source, picked }: SheetForm): ImageCorners {
  const mask = useAtomValue(maskAtom)
  const [frame, setFrame] = useState<{ state: FrameState; corners: Corners<ImagePoint> | null }>({
    state: 'looking',
    corners: null,
  })
  useEffect(() => {
    const controller = new AbortController()
    scan.findFrame(controller.signal).then(
      (found) => {
        const corners = found && outermost(found, (place) => place, true)
        if (!controller.signal.aborted) setFrame({ state: corners ? 'found' : 'none', corners })
      },
      () => {
        if (!controller.signal.aborted) setFrame({ state: 'failed', corners: null })
      },
    )
    return () => controller.abort()
  }, [scan])
  const crop = cornersOfMask(mask)
  const picks = picked.corners.length === 4 ? (picked.corners as unknown as Corners<ImagePoint>) : null
  const best = crop ? 'crop' : frame.state === 'looking' || frame.corners ? 'frame' : 'picked'
  return {
    bySource: { frame: frame.corners, crop, picked: picks },
    frame: frame.state,
    source: source ?? best,
  }
}

/** Of the largest part of the crop. */
function cornersOfMask(mask: readonly MaskRing[]): Corners<ImagePoint> | null {
  const [largest] = mask.toSorted((a, b) => Math.abs(ringArea(b)) - Math.abs(ringArea(a)))
  return largest ? outermost(largest, (place) => place, true) : null
}

/**
 * The same corners with the north-west one first.
 * @param turn which corner the scan's upper left one is: 0 north-west, 1 north-east, and so on clockwise
 */
export function fromNorthWest<T>(corners: Corners<T>, turn: number): Corners<T> {
  const at = (index: number) => corners[(index - turn + 4) % 4]!
  return [at(0), at(1), at(2), at(3)]
}
