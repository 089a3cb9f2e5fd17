import type { Readable } from 'node:stream'
import { openScan } from '../decoder-sharp.ts'
import type { OverlayGrid } from './tile-plan.ts'

/** JPEG has no more on a side. */
const MOST_SIDE = 65_000
const MOST_PIXELS = 150_000_000
const QUALITY = 90

/** The finest level of an overlay that is not too large for one picture. */
export function pictureLevel({ levels }: OverlayGrid): number {
  const level = levels.findIndex(
    ({ width, height }) => Math.max(width, height) <= MOST_SIDE && width * height <= MOST_PIXELS,
  )
  return Math.max(0, level)
}

/** A level of a published file as one JPEG on white, encoded as it is read. @param path of the file on this machine */
export const overlayJpeg = (path: string, level: number): Readable =>
  openScan(path, 'tiff', { page: level }).flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY })
