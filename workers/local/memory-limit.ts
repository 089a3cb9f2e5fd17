import { LocalFailureError } from './local-failure.ts'

const GIGABYTE = 2 ** 30
/** What a page may take of a device's memory: the rest is the browser's own, and other programs'. */
const SHARE = 0.25
/** Where the browser does not tell how much there is. */
const ASSUMED_GIGABYTES = 4
/** Browsers decode no picture of more bytes. */
const MOST_BYTES = 2 ** 31 - 1
const PIXEL_BYTES = 4

/** Pixels that a picture may have which is decoded as a whole. */
export function pixelsInMemory(gigabytes: number = deviceGigabytes()): number {
  return Math.floor(Math.min(MOST_BYTES, SHARE * gigabytes * GIGABYTE) / PIXEL_BYTES)
}

/** @throws LocalFailureError `tooLarge` */
export function checkMemory(width: number, height: number): void {
  const limit = pixelsInMemory()
  if (width * height <= limit) return
  const [has, may] = [width * height, limit].map((pixels) => Math.ceil(pixels / 1e6))
  throw new LocalFailureError('tooLarge', `${has} megapixels, ${may} at the most`)
}

/** @throws LocalFailureError `full` where the browser says that so many bytes do not fit */
export async function checkRoom(bytes: number): Promise<void> {
  const { quota, usage = 0 } = await navigator.storage.estimate()
  if (quota !== undefined && quota - usage < bytes)
    throw new LocalFailureError('full', `${bytes} bytes needed, ${quota - usage} free`)
}

function deviceGigabytes(): number {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number }
  return deviceMemory ?? ASSUMED_GIGABYTES
}
