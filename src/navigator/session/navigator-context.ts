import { createContext, useContext } from 'react'
import type { MapRecord, MapSummary } from '../../../contract/api/map-record.ts'
import type { BaseMaps } from '../../../contract/base-map.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { KeptAreas } from '../../kept/kept-areas.ts'
import type { NavigatorSession } from './navigator-session.ts'
import type { FieldOverlay } from './use-field-overlay.ts'
import type { FieldPoint } from './use-field-point.ts'

/** What the navigator is opened with: the address, and what the server or this device has answered. */
export interface NavigatorScreenProps {
  /** Whose track is recorded. */
  readonly userId: string
  readonly baseMaps: BaseMaps
  /** The map that is laid over; null: none, or it has not come. */
  readonly record: MapRecord | null
  /** The record is on its way. */
  readonly isRecordLoading: boolean
  /** Why there is no record. */
  readonly recordFault: 'notFound' | 'network' | null
  readonly onRetryRecord: () => void
  /** What is kept on this device. */
  readonly kept: KeptAreas
  /** Where it is to begin, whatever the position is; null: at the map or the position. */
  readonly place: MapPoint | null
  readonly tiffUrl: string | undefined
  readonly title: string | undefined
  /** The map that is asked for. */
  readonly mapId: string | undefined
  /** Lays another map over. */
  readonly onMap: (map: MapSummary) => void
  readonly onBack: () => void
  /** Opens this screen again from another page. */
  readonly onReturn: () => void
}

/** An open navigator, for all that lies on its screen. */
export interface OpenNavigator {
  readonly page: NavigatorScreenProps
  readonly session: NavigatorSession
  /** The old map as it is laid over. */
  readonly field: FieldOverlay
  /** The old map is on its way. */
  readonly isLoading: boolean
  readonly point: FieldPoint
  /** Lays another map over, as it was published. */
  readonly chooseMap: (map: MapSummary) => void
}

export const NavigatorContext = createContext<OpenNavigator | null>(null)

export function useNavigator(): OpenNavigator {
  const navigator = useContext(NavigatorContext)
  if (!navigator) throw new Error('a part of the navigator is outside of it')
  return navigator
}
