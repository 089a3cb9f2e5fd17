import type { MapPoint } from '../../../contract/control-points.ts'
import type { Measuring } from '../../map/tools/measure.ts'
import { storedValue } from '../../ui/stored-value.ts'

/** A measurement as it was left. */
export interface StoredMeasuring {
  readonly tool: Measuring
  /** It was laid aside: it is taken up again when it is asked for. */
  readonly isAside: boolean
}

/** Keeps what a user has measured on a map (undefined: on none) for as long as this tab is open. */
export interface MeasuringStore {
  readonly read: (mapId: string | undefined) => StoredMeasuring | null
  readonly keep: (mapId: string | undefined, kept: StoredMeasuring | null) => void
}

/** Where the browser forbids storage nothing is kept. */
export function measuringStore(userId: string): MeasuringStore {
  const stored = (mapId: string | undefined) =>
    storedValue(`navigator.measuring.${userId}.${mapId ?? ''}`, asMeasuring, 'tab')
  return {
    read: (mapId) => stored(mapId).read() ?? null,
    keep: (mapId, kept) => void stored(mapId).write(kept ?? undefined),
  }
}

/** Undefined where an older release or another program has left something else. */
function asMeasuring(stored: unknown): StoredMeasuring | undefined {
  const { tool, isAside } = (stored ?? {}) as Partial<StoredMeasuring>
  if (tool?.kind !== 'measure' || !Array.isArray(tool.points) || !tool.points.every(isPlace)) return undefined
  const of = tool.of === 'path' ? 'path' : 'distance'
  return {
    tool: { kind: 'measure', of, points: tool.points, isPicking: tool.isPicking === true },
    isAside: isAside === true,
  }
}

const isPlace = (value: unknown): value is MapPoint =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part))
