/** Where the device is, as the browser says. */
export interface DevicePosition {
  readonly lon: number
  readonly lat: number
  readonly accuracyMetres: number | null
}

export type PositionResult =
  | { readonly ok: true; readonly position: DevicePosition }
  | { readonly ok: false; readonly reason: 'notSupported' | 'denied' | 'unavailable' }

const TIMEOUT_MS = 5_000

/** Asks the browser once for an exact position; never throws. */
export function readDevicePosition(
  geolocation: Geolocation | undefined = globalThis.navigator?.geolocation,
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
