import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { MIN_POINTS } from '../../../contract/control-points.ts'
import { fileUrl } from '../../api/file-path.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { Overlay } from '../../map/pane-props.ts'
import { usePyramid } from '../../map/use-pyramids.ts'
import type { PyramidState } from '../../map/use-pyramids.ts'
import { createStoredWarp } from '../../warp/stored-warp.ts'
import { overlayAttemptAtom, overlayKindAtom } from '../model/navigator-model.ts'
import { OVERLAY_KINDS, type OverlayKind } from '../model/overlay-kinds.ts'

/** Why there is no overlay: it could not be fetched, cannot be read, or cannot be fitted by its points. */
export type OverlayFault = 'network' | 'notFound' | 'unreadable' | 'noFit'

export interface FieldOverlay {
  readonly status: 'none' | 'loading' | 'ready' | 'failed'
  readonly fault: OverlayFault | null
  /** Null until it is ready. */
  readonly overlay: Overlay | null
  /** The published file, where it lies on the ground; null until it is open. */
  readonly file: Pyramid | null
  /** Where it lies, EPSG:3857 metres; null until that is known. */
  readonly box: MapBox | null
  /** What can be chosen for this map. */
  readonly kinds: readonly OverlayKind[]
}

interface Wanted {
  readonly record: MapRecord | null
  /** The file where no record says which, relative to `/api/`. */
  readonly tiffUrl: string | undefined
}

/** The old map as the pane draws it. */
export function useFieldOverlay({ record, tiffUrl }: Wanted): FieldOverlay {
  const kind = useAtomValue(overlayKindAtom)
  const attempt = useAtomValue(overlayAttemptAtom)
  const asked = record?.files.transformedPath ?? tiffUrl ?? null
  const path = asked !== null && isOwnPath(asked) ? asked : null
  const isLive = kind !== 'file'
  const file = usePyramid(path, attempt)
  const scan = usePyramid(isLive ? (record?.files.convertedFilePath ?? null) : null, attempt)
  const openScan = scan.status === 'open' ? scan.pyramid : null
  const transformation = record?.transformation ?? null
  const [storedWarp] = useState(() => createStoredWarp())
  const warp = useSyncExternalStore(storedWarp.subscribe, storedWarp.snapshot)
  const raster = file.status === 'open' ? file.pyramid : null
  useEffect(() => {
    if (!transformation || kind === 'file' || !openScan) return storedWarp.wish(null)
    const { width, height, tileSize, levels } = openScan
    const scanSize = { width, height, tileSize, levelCount: levels.length }
    storedWarp.wish({ transformation, type: kind, scan: scanSize })
  }, [storedWarp, transformation, kind, openScan])
  const fileBox = useMemo(() => boxOfFile(raster), [raster])
  const warpBounds = warp.fit?.bounds

  const overlay = useMemo((): Overlay | null => {
    if (!isLive) return raster?.grid ? { kind: 'file', raster } : null
    if (!warp.meshes || !warp.fit || !openScan) return null
    const mask = transformation?.mask
    return { kind: 'live', meshes: warp.meshes, scan: openScan, ...(mask && { mask }) }
  }, [isLive, raster, warp.meshes, warp.fit, openScan, transformation])

  const fault = isLive ? (faultOf(scan) ?? (warp.failure ? 'noFit' : null)) : faultOfFile(asked, path, file)
  const isAsked = isLive || asked !== null
  return {
    status: fault ? 'failed' : overlay ? 'ready' : isAsked ? 'loading' : 'none',
    fault,
    overlay,
    file: raster?.grid ? raster : null,
    box: isLive && warpBounds ? boxOfBounds(warpBounds) : fileBox,
    kinds: kindsOf(record, asked),
  }
}

function kindsOf(record: MapRecord | null, asked: string | null): OverlayKind[] {
  const enabled =
    (record?.transformation?.mapPoints.length ?? 0) - (record?.transformation?.disabled.length ?? 0)
  const canWarp = record !== null && record.files.convertedFilePath !== null
  return OVERLAY_KINDS.filter((kind) =>
    kind === 'file' ? asked !== null : canWarp && enabled >= MIN_POINTS[kind],
  )
}

function faultOfFile(asked: string | null, path: string | null, file: PyramidState): OverlayFault | null {
  if (asked !== null && path === null) return 'unreadable'
  // A scan that lies nowhere is no overlay.
  if (file.status === 'open' && !file.pyramid.grid) return 'unreadable'
  return faultOf(file)
}

function faultOf(file: PyramidState): OverlayFault | null {
  if (file.status !== 'failed') return null
  const { code } = file.error
  if (code === 'network' || code === 'workerDied') return 'network'
  return code === 'notFound' || code === 'unauthorised' || code === 'forbidden' ? 'notFound' : 'unreadable'
}

/** An address of another origin is never opened: the token would go with it. */
function isOwnPath(path: string): boolean {
  try {
    fileUrl(path)
    return true
  } catch {
    return false
  }
}

function boxOfFile(
  raster: {
    width: number
    height: number
    grid: { originX: number; originY: number; pixelSize: number } | null
  } | null,
): MapBox | null {
  if (!raster?.grid) return null
  const { originX, originY, pixelSize } = raster.grid
  return {
    minX: originX,
    minY: originY - raster.height * pixelSize,
    maxX: originX + raster.width * pixelSize,
    maxY: originY,
  }
}

const boxOfBounds = ([minX, minY, maxX, maxY]: readonly [number, number, number, number]): MapBox => ({
  minX,
  minY,
  maxX,
  maxY,
})
