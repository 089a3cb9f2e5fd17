/** Where the device is; as the browser's `navigator.geolocation`, which wrappers answer as well. */
export type PositionSource = Pick<Geolocation, 'watchPosition' | 'getCurrentPosition' | 'clearWatch'>

/** How the device is turned. */
export interface OrientationSource {
  /** Tells of `deviceorientation` and its absolute kin. Null: there is none. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | null
  /** iOS alone: asks the user. */
  readonly requestPermission: (() => Promise<string>) | null
  readonly screenDegrees: () => number
}

/** What became of a link: on the clipboard, handed to someone, or to nobody. */
export type SharedLink = 'copied' | 'shared' | 'cancelled'

/** What a native wrapper can do in the place of the browser. What it leaves out is the web's own. */
export interface NativeDevice {
  readonly geolocation?: PositionSource
  readonly orientation?: OrientationSource
  readonly keepScreenLit?: () => () => void
  readonly shareLink?: (link: string) => Promise<SharedLink>
  readonly giveFile?: (name: string, content: Blob) => Promise<void>
}

let taken: NativeDevice = {}

/** The wrapper's ways; none on the web. */
export const nativeWays = (): NativeDevice => taken

/** To be called before the first page: the wrapper's ways take the place of the web's. */
export function takeDevice(wrapped: NativeDevice): void {
  taken = wrapped
}
