import { useSyncExternalStore } from 'react'
import { connectionState, onConnectionChange } from '../../api/connection.ts'

/** Whether the server is known not to answer. */
export const useIsAway = (): boolean => useSyncExternalStore(onConnectionChange, connectionState) === 'lost'
