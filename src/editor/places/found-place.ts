import type { MapPoint } from '../../../contract/control-points.ts'
import type { Rings } from '../../../workers/warp/warp-api.ts'

/** What search or "locate me" last found, as the base map shows it. */
export interface FoundPlace {
  readonly place: MapPoint | null
  readonly boundary: Rings | null
  readonly position: { readonly place: MapPoint; readonly accuracyMetres: number | null } | null
}
