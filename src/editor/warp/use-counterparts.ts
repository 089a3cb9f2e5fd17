import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { WarpSession } from '../../../workers/warp/warp-client.ts'
import { mapCentreAtom, pointerAtom, scanCentreAtom } from '../model/view-atoms.ts'
import { newestOnly } from '../model/newest-only.ts'
import { sessionAtom, warpAtom } from '../model/warp-atoms.ts'

/** What counterparts are of; compared by reference. */
interface Places {
  readonly fit: object | null
  readonly pointer: object | null
  readonly scanCentre: ImagePoint | null
  readonly mapCentre: MapPoint | null
}

/** Points of scan and map that belong together by the warp; null where it has none. */
export interface Counterparts {
  /** The places that these answer; null: no warp. */
  readonly of: Places | null
  /** Where the pointer, being over the scan, is on the map. */
  readonly pointerMap: MapPoint | null
  /** Where the pointer, being over the map, is on the scan. */
  readonly pointerImage: ImagePoint | null
  /** Where the cross of the scan is on the map. */
  readonly scanCentreMap: MapPoint | null
  /** Where the cross of the map is on the scan. */
  readonly mapCentreImage: ImagePoint | null
}

const NOTHING: Counterparts = {
  of: null,
  pointerMap: null,
  pointerImage: null,
  scanCentreMap: null,
  mapCentreImage: null,
}

export const counterpartsAtom = atom<Counterparts>(NOTHING)

/** The warp has not answered yet for where pointer and crosses are now. */
export const areCounterpartsBehindAtom = atom((get) => {
  const { fit } = get(warpAtom)
  if (!fit) return false
  const { of } = get(counterpartsAtom)
  return (
    of?.fit !== fit ||
    of.pointer !== get(pointerAtom) ||
    of.scanCentre !== get(scanCentreAtom) ||
    of.mapCentre !== get(mapCentreAtom)
  )
})

/** The map point beneath the pointer while it is over the scan. */
export const pointerOnMapAtom = atom((get) =>
  get(pointerAtom)?.side === 'scan' ? get(counterpartsAtom).pointerMap : null,
)
/** The image point beneath the pointer while it is over the map. */
export const pointerOnScanAtom = atom((get) =>
  get(pointerAtom)?.side === 'map' ? get(counterpartsAtom).pointerImage : null,
)

interface Query {
  readonly of: Places
  readonly session: WarpSession
  readonly images: readonly (ImagePoint | null)[]
  readonly maps: readonly (MapPoint | null)[]
}

/** Asks the warp, whenever pointer, crosses or points move, which points belong together. */
export function useCounterparts(): void {
  const session = useAtomValue(sessionAtom)
  const { fit } = useAtomValue(warpAtom)
  const pointer = useAtomValue(pointerAtom)
  const scanCentre = useAtomValue(scanCentreAtom)
  const mapCentre = useAtomValue(mapCentreAtom)
  const setCounterparts = useSetAtom(counterpartsAtom)
  const query = useRef<((query: Query) => void) | null>(null)

  useEffect(() => {
    query.current = newestOnly(counterpartsOf, setCounterparts)
  }, [setCounterparts])

  useEffect(() => {
    if (!session || !fit) {
      setCounterparts(NOTHING)
      return
    }
    query.current?.({
      of: { fit, pointer, scanCentre, mapCentre },
      session,
      images: [pointer?.side === 'scan' ? pointer.image : null, scanCentre],
      maps: [pointer?.side === 'map' ? pointer.map : null, mapCentre],
    })
  }, [session, fit, pointer, scanCentre, mapCentre, setCounterparts])
}

async function counterpartsOf({ of, session, images, maps }: Query): Promise<Counterparts> {
  const [onMap, onScan] = await Promise.all([
    session.imageToMap(flat(images)),
    session.mapToImage(flat(maps)),
  ])
  return {
    of,
    pointerMap: placeAt(onMap, 0),
    scanCentreMap: placeAt(onMap, 1),
    pointerImage: placeAt(onScan, 0),
    mapCentreImage: placeAt(onScan, 1),
  }
}

function flat(points: readonly (readonly [number, number] | null)[]): Float64Array {
  return new Float64Array(
    points.flatMap((point) => (point ? [point[0], point[1]] : [Number.NaN, Number.NaN])),
  )
}

/** The point at an index of `[x, y] * n`; null where there is none. */
export function placeAt(points: Float64Array | null, index: number): readonly [number, number] | null {
  const [x, y] = [points?.[2 * index], points?.[2 * index + 1]]
  return x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
}
