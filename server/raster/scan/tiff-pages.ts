import { TAG } from '../../../cog/file/tiff-tags.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** Photometric interpretations of TIFF 6.0 that are told apart. */
export const PHOTOMETRIC = { whiteIsZero: 0, palette: 3, mask: 4, ink: 5 } as const

const REDUCED_BIT = 0b1
const MASK_BIT = 0b100

/** What a directory of a TIFF is: a page of its own, its mask, or a smaller copy of either. */
export interface TiffPage {
  readonly kind: 'full' | 'mask' | 'reduced'
  readonly pixels: number
}

/** What the directories of a TIFF are, in their order. */
export async function pagesOf(directories: readonly TiffDirectory[]): Promise<TiffPage[]> {
  const pages: TiffPage[] = []
  for (const directory of directories) {
    const subfile = await directory.number(TAG.newSubfileType, 0)
    const isMask = subfile & MASK_BIT || (await directory.number(TAG.photometric, 0)) === PHOTOMETRIC.mask
    const pixels = (await directory.number(TAG.width, 0)) * (await directory.number(TAG.height, 0))
    pages.push({ kind: subfile & REDUCED_BIT ? 'reduced' : isMask ? 'mask' : 'full', pixels })
  }
  return pages
}

/** Index of the largest page, the first of equals: some programs put a small picture before the scan. */
export function largestOf(pages: readonly TiffPage[]): number {
  const candidates = pages.some(({ kind }) => kind === 'full') ? ['full'] : ['full', 'reduced']
  let largest = 0
  let most = -1
  pages.forEach(({ kind, pixels }, index) => {
    if (!candidates.includes(kind) || pixels <= most) return
    largest = index
    most = pixels
  })
  return largest
}

/** Index of a page's mask, which comes before the next page. */
export function maskOf(pages: readonly TiffPage[], page: number): number | undefined {
  const next = pages.findIndex(({ kind }, index) => index > page && kind === 'full')
  const mask = pages.findIndex(
    ({ kind }, index) => kind === 'mask' && index > page && (next === -1 || index < next),
  )
  return mask === -1 ? undefined : mask
}

/** The samples by which a pixel says that it means nothing (GDAL's NODATA), as a decoder gives them: for all bands or each. */
export async function noDataSamples(directory: TiffDirectory): Promise<number[] | undefined> {
  const text = (await directory.text(TAG.noData)).trim()
  const value = /^[+-]?nan/i.test(text) ? NaN : Number.parseFloat(text)
  if (text === '' || (Number.isNaN(value) && !/nan/i.test(text))) return undefined
  const photometric = await directory.number(TAG.photometric, 1)
  const bits = await directory.number(TAG.bitsPerSample, 1)
  if (photometric === PHOTOMETRIC.palette) {
    const map = await directory.numbers(TAG.colourMap)
    const colours = map.length / 3
    const colour = [0, 1, 2].map((band) => map[band * colours + value])
    return colour.every((part) => part !== undefined) ? colour.map((part) => part >> 8) : undefined
  }
  // Integers of less than a byte are spread over it.
  const scale = bits < 8 ? 255 / (2 ** bits - 1) : 1
  const most = bits < 8 ? 255 : 2 ** bits - 1
  return [photometric === PHOTOMETRIC.whiteIsZero ? most - value * scale : value * scale]
}
