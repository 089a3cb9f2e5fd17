import { useCallback, useState } from 'react'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { KeptRegion } from '../../../workers/kept/kept-database-api.ts'
import type { BasePaneProps } from '../../map/pane-props.ts'

/** The strip along tracks that is chosen to be kept, as the map draws it; `show` is told of each part that is chosen. */
export function useKeepStrip(): [strip: BasePaneProps['strip'], show: (region: KeptRegion | null) => void] {
  const [strip, setStrip] = useState<NonNullable<BasePaneProps['strip']> | null>(null)
  const show = useCallback((region: KeptRegion | null) => {
    if (region?.kind !== 'corridor') return setStrip(null)
    const { lines, metres } = region
    setStrip({ lines: lines as readonly (readonly MapPoint[])[], metres })
  }, [])
  return [strip, show]
}
