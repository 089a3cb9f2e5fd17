import { nativeWays, type OrientationSource } from './device.ts'

/** Not in the types of the DOM: iOS alone has it. */
interface AskingOrientationEvent {
  readonly requestPermission?: () => Promise<string>
}

/** How the device says that it is turned. */
export const deviceOrientation = (): OrientationSource => nativeWays().orientation ?? webOrientation()

function webOrientation(): OrientationSource {
  const kind = (globalThis as { DeviceOrientationEvent?: AskingOrientationEvent }).DeviceOrientationEvent
  return {
    events: kind ? window : null,
    requestPermission: kind?.requestPermission
      ? () => kind.requestPermission?.() ?? Promise.resolve('denied')
      : null,
    screenDegrees: () => globalThis.screen?.orientation?.angle ?? 0,
  }
}
