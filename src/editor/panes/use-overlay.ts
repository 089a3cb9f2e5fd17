import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { Overlay } from '../../map/pane-props.ts'
import { usePyramid } from '../../map/use-pyramids.ts'
import { isStagingAtom, maskAtom, pendingChangesAtom } from '../model/document-atoms.ts'
import { comparedWithAtom, comparisonAtom } from '../model/view-atoms.ts'
import { hasFitAtom, liveMeshesAtom } from '../model/warp-atoms.ts'

interface ShownOverlays {
  /** From bottom to top; none while there is neither a warp nor a published file. */
  readonly overlays: readonly Overlay[]
  /** The uppermost is the live warp, and there is a published file that it can be held against. */
  readonly hasPublished: boolean
}

/**
 * What lies over the base map: the published file while it is what the points say, else the live warp; over the
 * published file where it is held against that.
 */
export function useOverlay({ files }: MapRecord, scan: Pyramid): ShownOverlays {
  const isPending = useAtomValue(pendingChangesAtom)
  const isStaging = useAtomValue(isStagingAtom)
  const meshes = useAtomValue(liveMeshesAtom)
  const hasFit = useAtomValue(hasFitAtom)
  const mask = useAtomValue(maskAtom)
  const isCompared = useAtomValue(comparisonAtom) !== null
  const comparedWith = useAtomValue(comparedWithAtom)
  const file = usePyramid(files.transformedFilePath)
  const raster = file.status === 'open' ? file.pyramid : null
  const isPublished = raster !== null && !isPending && !isStaging
  const isOverPublished = isCompared && comparedWith === 'published'

  const published = useMemo<Overlay | null>(() => raster && { kind: 'file', raster }, [raster])
  const live = useMemo<Overlay | null>(
    () => (meshes && hasFit ? { kind: 'live', meshes, scan, mask } : null),
    [meshes, hasFit, scan, mask],
  )
  return useMemo(() => {
    if (isPublished && published) return { overlays: [published], hasPublished: false }
    if (!live) return { overlays: [], hasPublished: false }
    return {
      overlays: isOverPublished && published ? [published, live] : [live],
      hasPublished: published !== null,
    }
  }, [isPublished, published, live, isOverPublished])
}
