import { useCallback, useMemo, useRef, type RefObject } from 'react'
import type { BaseCamera } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'

interface SameView {
  /** The first pane, which stands for all of them. */
  readonly lead: RefObject<BasePaneHandle | null>
  readonly setHandle: (at: number, handle: BasePaneHandle | null) => void
  /** Takes the other panes where one has moved. False: it was taken there itself. */
  readonly follow: (at: number, camera: BaseCamera) => boolean
  readonly paneAt: (at: number) => BasePaneHandle | null
}

/** Panes that show the same part of the world, whichever of them is moved. */
export function useSameView(): SameView {
  const panes = useRef<(BasePaneHandle | null)[]>([])
  const lead = useRef<BasePaneHandle | null>(null)
  const latest = useRef<BaseCamera | null>(null)
  const isTaking = useRef(false)
  /** Panes that have been taken to the others: React hands over the same handle again after a drawing. */
  const joined = useRef(new Set<BasePaneHandle>())

  const setHandle = useCallback((at: number, handle: BasePaneHandle | null) => {
    panes.current[at] = handle
    if (at === 0) lead.current = handle
    // A pane that comes later goes where the others are, and not the reverse.
    const camera = latest.current
    if (!handle?.camera() || joined.current.has(handle)) return
    joined.current.add(handle)
    if (camera) handle.moveTo(camera)
  }, [])
  const follow = useCallback((at: number, camera: BaseCamera) => {
    // A pane tells of its first view before it can be taken anywhere.
    if (isTaking.current || !panes.current[at]?.camera()) return false
    isTaking.current = true
    latest.current = camera
    for (const [other, pane] of panes.current.entries()) if (other !== at) pane?.moveTo(camera)
    isTaking.current = false
    return true
  }, [])
  const paneAt = useCallback((at: number) => panes.current[at] ?? null, [])
  return useMemo(() => ({ lead, setHandle, follow, paneAt }), [setHandle, follow, paneAt])
}
