import type { CDPSession, Page } from 'playwright-core'

/** A device whose sensors say how it is turned. */
export interface TurnedDevice {
  /** Lying flat, counter-clockwise from north. Degrees. */
  turn(alpha: number): Promise<void>
  /** The same, from where it happened to lie. */
  turnUnsure(alpha: number): Promise<void>
  /** The picture is turned so far from the device's own upright. Degrees, CSS px. */
  lie(angle: 0 | 90, width: number, height: number): Promise<void>
}

/** To be asked for before the navigator: the browser looks for sensors when a page begins to listen. */
export async function turnedDevice(page: Page, url: string): Promise<TurnedDevice> {
  await page.context().grantPermissions(['accelerometer', 'gyroscope', 'magnetometer'])
  // The overrides are of the site that is shown.
  await page.goto(`${url}/favicon.svg`)
  const device: CDPSession = await page.context().newCDPSession(page)
  const say = (type: 'absolute-orientation' | 'relative-orientation') => (alpha: number) =>
    device.send('Emulation.setSensorOverrideReadings', {
      type,
      reading: {
        quaternion: {
          x: 0,
          y: 0,
          z: Math.sin((alpha * Math.PI) / 360),
          w: Math.cos((alpha * Math.PI) / 360),
        },
      },
    })
  for (const type of ['absolute-orientation', 'relative-orientation'] as const)
    await device.send('Emulation.setSensorOverrideEnabled', {
      type,
      enabled: true,
      metadata: { available: true },
    })
  const [turn, turnUnsure] = [say('absolute-orientation'), say('relative-orientation')]
  return {
    turn: async (alpha) => void (await turn(alpha)),
    turnUnsure: async (alpha) => void (await turnUnsure(alpha)),
    lie: async (angle, width, height) =>
      void (await device.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 0.5,
        mobile: true,
        screenOrientation: { type: angle === 0 ? 'portraitPrimary' : 'landscapePrimary', angle },
      })),
  }
}
