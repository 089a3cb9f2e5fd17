import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { Overlay } from '../../map/pane-props.ts'
import { usePyramid } from '../../map/use-pyramids.ts'
import { isStagingAtom, maskAtom, pendingChangesAtom } from '../state/document-atoms.ts'
import { hasFitAtom, liveMeshesAtom } from '../warp/warp-atoms.ts'

/** What lies over the base map: the published file while it is what the points say, else the live warp. */
export function useOverlay({ files }: MapRecord, scan: Pyramid): Overlay | null {
  const isPending = useAtomValue(pendingChangesAtom)
  const isStaging = useAtomValue(isStagingAtom)
  const meshes = useAtomValue(liveMeshesAtom)
  const hasFit = useAtomValue(hasFitAtom)
  const mask = useAtomValue(maskAtom)
  const file = usePyramid(files.transformedFilePath)
  const raster = file.status === 'open' ? file.pyramid : null
  const isPublished = raster !== null && !isPending && !isStaging

  return useMemo(() => {
    if (isPublished && raster) return { kind: 'file', raster }
    if (!meshes || !hasFit) return null
    return { kind: 'live', meshes, scan, mask }
  }, [isPublished, raster, meshes, hasFit, scan, mask])
}
