import type { Region, ScanPixels } from '../../../lettering/read/picture.ts'
import { openScan } from '../decoder-sharp.ts'

/** A pyramid of a scan whose level k is 2^-k as large. */
export interface PyramidFile {
  readonly path: string
  readonly width: number
  readonly height: number
}

const LEAST_LEVEL_SIDE = 512
const PAPER = '#ffffff'

/** The pixels of a pyramid as a reading asks for them, each region from the level that is just fine enough. */
export function pyramidPixels({ path, width, height }: PyramidFile): ScanPixels {
  const coarsest = Math.max(0, Math.floor(Math.log2(Math.max(width, height) / LEAST_LEVEL_SIDE)))
  return {
    width,
    height,
    async readRegion(region, toWidth, toHeight) {
      const wanted = Math.floor(Math.log2(Math.max(1, region.width / toWidth)))
      const level = Math.min(wanted, coarsest)
      const box = boxOnLevel(region, 2 ** level, width, height)
      const read = (sequentialRead: boolean) =>
        openScan(path, 'tiff', { page: level, sequentialRead })
          .extract(box)
          .flatten({ background: PAPER })
          .toColourspace('srgb')
          .resize(toWidth, toHeight, { fit: 'fill' })
          .raw()
          .toBuffer()
      // As the warp reads: sequential access only saves memory, and refuses at times what is whole.
      return read(true).catch(() => read(false))
    },
  }
}

function boxOnLevel(region: Region, factor: number, width: number, height: number) {
  const [levelWidth, levelHeight] = [Math.floor(width / factor), Math.floor(height / factor)]
  const left = Math.min(Math.floor(region.x / factor), levelWidth - 1)
  const top = Math.min(Math.floor(region.y / factor), levelHeight - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round((region.x + region.width) / factor), levelWidth) - left),
    height: Math.max(1, Math.min(Math.round((region.y + region.height) / factor), levelHeight) - top),
  }
}
