import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { ScanMap } from '../../../contract/api/scan-maps.ts'
import { errorText } from '../../api/api-error.ts'
import { editorLink, openLink } from '../../map-record/map-links.ts'
import { useAddMapOnScan, useMapsOnScan } from '../../queries/scan-map-queries.ts'
import { toast } from '../../ui/toast-store.ts'

/** The other maps on a scan, and the way to each of them. */
export interface ScanMaps {
  readonly others: readonly ScanMap[]
  readonly onOpen: (map: ScanMap) => void
}

export function useScanMaps({ id, mapsOnScan = 0 }: Pick<MapRecord, 'id' | 'mapsOnScan'>): ScanMaps {
  const navigate = useNavigate()
  const onOpen = useCallback(
    (map: ScanMap) => void navigate(map.isOwner ? editorLink(map) : openLink(map)),
    [navigate],
  )
  return { others: useMapsOnScan(id, mapsOnScan > 0), onOpen }
}

/** Makes another map of the open scan and opens it; undefined where the scan is somebody else's. */
export function useAnotherMap({ id, isOwner }: MapRecord): (() => void) | undefined {
  const navigate = useNavigate()
  const { mutate, isPending } = useAddMapOnScan()
  if (!isOwner) return undefined
  return () => {
    if (isPending) return
    mutate(id, {
      onSuccess: (made) => void navigate(editorLink(made)),
      onError: (error) => toast.error(errorText(error)),
    })
  }
}
