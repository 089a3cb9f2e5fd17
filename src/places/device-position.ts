import type { PositionSource } from '../device/device.ts'
import { devicePositions } from '../device/positions.ts'

/** Where the device is, as it says itself. */
export interface DevicePosition {
  readonly lon: number
  readonly lat: number
  readonly accuracyMetres: number | null
}

export type PositionResult =
  | { readonly ok: true; readonly position: DevicePosition }
  | { readonly ok: false; readonly reason: 'notSupported' | 'denied' | 'unavailable' }

const TIMEOUT_MS = 5_000

/** Asks the device once for an exact position; never throws. */
export function readDevicePosition(
  geolocation: PositionSource | undefined = devicePositions(),
): Promise<PositionResult> {
  if (!geolocation) return Promise.resolve({ ok: false, reason: 'notSupported' })
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          ok: true,
          position: {
            lon: coords.longitude,
            lat: coords.latitude,
            accuracyMetres: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
          },
        }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ ok: false, reason: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    )
  })
}
