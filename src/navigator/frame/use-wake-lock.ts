import { useEffect } from 'react'
import { keepScreenLit } from '../../device/screen-light.ts'

/** Keeps the screen lit while `isWanted`. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => (isWanted ? keepScreenLit() : undefined), [isWanted])
}
