import { useMemo } from 'react'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { Rings } from '../../../workers/warp/warp-api.ts'
import type { PositionReading } from '../../places/watch-position.ts'
import { useMapsAt } from '../../queries/maps-at.ts'

/** What was here: other public maps that cover the position. */
export interface MapsHere {
  readonly status: 'noPosition' | 'loading' | 'failed' | 'ready'
  /** Without the one that is shown. */
  readonly maps: readonly MapSummary[]
  /** Null while it is not asked for. */
  readonly outlines: Rings | null
  readonly retry: () => void
}

/** @param isWanted False: nothing is asked. */
export function useMapsHere(
  reading: PositionReading | null,
  isWanted: boolean,
  shownId: string | undefined,
): MapsHere {
  const place = isWanted && reading ? lonLatToMercator(reading.lon, reading.lat) : null
  const { data, isError, refetch } = useMapsAt(place)
  const maps = useMemo(() => data?.filter(({ id }) => id !== shownId) ?? [], [data, shownId])
  const outlines = useMemo(() => (isWanted ? outlinesOf(maps) : null), [isWanted, maps])
  const status = !reading ? 'noPosition' : data ? 'ready' : isError ? 'failed' : 'loading'
  return { status, maps, outlines, retry: () => void refetch() }
}

/** The boxes of maps, as a pane draws them. */
function outlinesOf(maps: readonly MapSummary[]): Rings {
  const boxes = maps.flatMap(({ corners }) => corners ?? [])
  const coordinates = boxes.flatMap(({ minX, minY, maxX, maxY }) => [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ])
  return {
    coordinates: new Float64Array(coordinates.flat()),
    ringEnds: new Uint32Array(boxes.map((_, index) => (index + 1) * 4)),
  }
}
