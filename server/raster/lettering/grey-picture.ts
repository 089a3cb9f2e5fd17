import type { GreyPicture } from '../../../lettering/sheets/neat-line.ts'
import { openScan } from '../decoder-sharp.ts'
import type { PyramidFile } from './pyramid-pixels.ts'

/** A byte each. */
const MOST_PIXELS = 100e6
const PAPER = '#ffffff'

/** A scan in grey from its pyramid, of the finest level that has no more than so many pixels. */
export async function greyPicture({ path, width, height }: PyramidFile): Promise<GreyPicture> {
  const level = Math.max(0, Math.ceil(Math.log2((width * height) / MOST_PIXELS) / 2))
  const { data, info } = await openScan(path, 'tiff', { page: level })
    .flatten({ background: PAPER })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
