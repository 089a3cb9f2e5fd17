import type { MapPoint } from '../../../contract/control-points.ts'
import type { Measuring } from '../../map/tools/measure.ts'

/** A measurement as it was left. */
export interface KeptMeasuring {
  readonly tool: Measuring
  /** It was laid aside: it is taken up again when it is asked for. */
  readonly isAside: boolean
}

/** Keeps what a user has measured on a map (undefined: on none) for as long as this tab is open. */
export interface MeasuringStore {
  readonly read: (mapId: string | undefined) => KeptMeasuring | null
  readonly keep: (mapId: string | undefined, kept: KeptMeasuring | null) => void
}

/** Where the browser forbids storage nothing is kept. */
export function measuringStore(userId: string): MeasuringStore {
  const keyOf = (mapId: string | undefined) => `navigator.measuring.${userId}.${mapId ?? ''}`
  return {
    read(mapId) {
      try {
        return asMeasuring(JSON.parse(sessionStorage.getItem(keyOf(mapId)) ?? 'null'))
      } catch {
        return null
      }
    },
    keep(mapId, kept) {
      try {
        if (kept) sessionStorage.setItem(keyOf(mapId), JSON.stringify(kept))
        else sessionStorage.removeItem(keyOf(mapId))
      } catch {
        // It then lasts as long as the page.
      }
    },
  }
}

/** Null where an older release or another program has left something else. */
function asMeasuring(stored: unknown): KeptMeasuring | null {
  const { tool, isAside } = (stored ?? {}) as Partial<KeptMeasuring>
  if (tool?.kind !== 'measure' || !Array.isArray(tool.points) || !tool.points.every(isPlace)) return null
  const of = tool.of === 'path' ? 'path' : 'distance'
  return {
    tool: { kind: 'measure', selectedId: null, of, points: tool.points, isPicking: tool.isPicking === true },
    isAside: isAside === true,
  }
}

const isPlace = (value: unknown): value is MapPoint =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part))
