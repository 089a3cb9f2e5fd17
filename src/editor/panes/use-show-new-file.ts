import { useEffect, useEffectEvent, useState } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { unsignedPath } from '../../api/file-path.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { isInView } from './is-well-shown.ts'

/** Where the base map goes to show a published file; the pause lets the panes take their places first. */
export const FILE_FIT = { padding: 20, maxZoom: zoomOfLevel(18), durationMs: 500 }
export const FILE_DELAY_MS = 100

/**
 * Brings a file that is published while the editor is open into view where the base map shows none of it: it was moved
 * elsewhere meanwhile, or someone else has published. Whoever looks at a part of the map stays there.
 */
export function useShowNewFile(
  { files, corners }: MapRecord,
  map: { readonly current: BasePaneHandle | null },
): void {
  const path = files.transformedFilePath === null ? null : unsignedPath(files.transformedFilePath)
  const [first] = useState(path)

  const show = useEffectEvent(() => {
    if (!corners || !map.current) return
    const pane = document.querySelector('[data-pane="map"]')?.getBoundingClientRect()
    const from = map.current.project([corners.minX, corners.minY])
    const to = map.current.project([corners.maxX, corners.maxY])
    if (pane && from && to && !isInView([from, to], pane)) map.current.fitBox(corners, FILE_FIT)
  })
  useEffect(() => {
    if (path === null || path === first) return undefined
    const timer = window.setTimeout(() => show(), FILE_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [path, first])
}
