import { nativeWays, type PositionSource } from './device.ts'

/** Where the device says that it is; undefined where it does not know. */
export const devicePositions = (): PositionSource | undefined =>
  nativeWays().geolocation ?? globalThis.navigator?.geolocation
