import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { BasePaneHandle, ScanPaneHandle, Side } from '../../map/pane-props.ts'
import type { WarpSession } from '../../../workers/warp/warp-client.ts'
import { isSyncAtom, leadAtom } from '../model/view-atoms.ts'
import { newestOnly } from '../model/newest-only.ts'
import { placeAt } from '../warp/use-counterparts.ts'
import { hasFitAtom, sessionAtom } from '../model/warp-atoms.ts'
import { baseCameraFor, mapProbes, scanCameraFor, scanProbes, SYNC_THRESHOLD_PX } from './pane-sync.ts'
import type { FlatCamera } from './pane-sync.ts'
import { createGlide, type Glide } from './follow-glide.ts'

/** Zoom differences below this are left alone. */
const ZOOM_THRESHOLD = 0.01

interface Panes {
  readonly scan: { readonly current: ScanPaneHandle | null }
  readonly map: { readonly current: BasePaneHandle | null }
}

/**
 * While sync is on, the other pane follows the one that the user moves, and comes along when it is switched on. Gives
 * what to call when a camera moves.
 */
export function usePaneSync({ scan, map }: Panes): (side: Side, byUser: boolean) => void {
  const store = useStore()
  const isSync = useAtomValue(isSyncAtom)
  const session = useAtomValue(sessionAtom)
  const hasFit = useAtomValue(hasFitAtom)

  const follow = useMemo(() => {
    const glide = createGlide()
    return newestOnly(
      ({ side, warp }: { side: Side; warp: WarpSession }) =>
        side === 'scan'
          ? lead(scan.current, scanProbes, (p) => warp.imageToMap(p), baseCameraFor)
          : lead(map.current, mapProbes, (p) => warp.mapToImage(p), scanCameraFor),
      (answer: { readonly camera: FlatCamera; readonly from: object } | null) => {
        if (answer?.from === scan.current) arrive(answer.camera, 'map', map.current, glide)
        else if (answer) arrive(answer.camera, 'scan', scan.current, glide)
      },
    )
  }, [scan, map])

  const moved = useRef<Side>('scan')
  useEffect(() => {
    if (isSync && session && hasFit) follow({ side: moved.current, warp: session })
  }, [isSync, session, hasFit, follow])

  return useCallback(
    (side, byUser) => {
      if (byUser) moved.current = side
      if (!isSync || !session || !hasFit) return
      const lead = store.get(leadAtom)
      const isLed = lead !== null && lead.side === side && performance.now() < lead.until
      if (byUser || isLed) follow({ side, warp: session })
    },
    [store, isSync, session, hasFit, follow],
  )
}

type Pane = Pick<ScanPaneHandle | BasePaneHandle, 'camera' | 'project' | 'moveTo'>

/** The camera by which the other pane shows what one of them shows; null while the warp is not known, or has none there. */
export async function counterpartCamera(
  side: Side,
  { scan, map }: Panes,
  warp: WarpSession,
): Promise<FlatCamera | null> {
  const answer =
    side === 'scan'
      ? await lead(scan.current, scanProbes, (p) => warp.imageToMap(p), baseCameraFor)
      : await lead(map.current, mapProbes, (p) => warp.mapToImage(p), scanCameraFor)
  return answer?.camera ?? null
}

async function lead(
  pane: Pane | null,
  probesOf: (camera: FlatCamera) => readonly (readonly [number, number])[],
  through: (places: Float64Array) => Promise<Float64Array | null>,
  cameraFor: (probes: readonly (readonly [number, number] | null)[]) => FlatCamera | null,
) {
  const camera = pane?.camera()
  if (!pane || !camera) return null
  const places = await through(new Float64Array(probesOf(camera).flat()))
  const target = cameraFor([0, 1, 2].map((index) => placeAt(places, index)))
  return target && { camera: target, from: pane }
}

/** Moves the pane that follows to the camera that the other asks of it. */
function arrive(target: FlatCamera, side: Side, pane: Pane | null, glide: Glide): void {
  const way = pane && wayTo(pane, target)
  if (!pane || !way || !isWorthMoving(way)) return
  pane.moveTo(target, glide.step({ side, ...way }, performance.now()))
}

/** CSS px and zoom levels that a pane is away from a camera; null while it has none of its own. */
function wayTo(pane: Pane, target: FlatCamera): { px: number; levels: number } | null {
  const camera = pane.camera()
  const [from, to] = [camera && pane.project(camera.centre), pane.project(target.centre)]
  if (!camera || !from || !to) return null
  return { px: Math.hypot(to[0] - from[0], to[1] - from[1]), levels: target.zoom - camera.zoom }
}

const isWorthMoving = ({ px, levels }: { px: number; levels: number }) =>
  px > SYNC_THRESHOLD_PX || Math.abs(levels) > ZOOM_THRESHOLD
