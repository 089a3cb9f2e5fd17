import { LICENCES, type Licence } from '../../contract/rights.ts'
import { IMAGE_LIMITS, isWithinLimits } from './image-limits.ts'
import type { Size } from './image-request.ts'

export const IMAGE_CONTEXT = 'http://iiif.io/api/image/3/context.json'
/** Names what is offered, and is sent with every picture. */
export const IMAGE_PROFILE = 'http://iiif.io/api/image/3/level2.json'

/** What is offered beyond level 2. */
const EXTRA_FEATURES = ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'sizeUpscaling'] as const

/** The address of a licence as IIIF wants it: the identity of the licence, which begins with `http`. */
export const rightsOf = (licence: Licence | null): string | undefined =>
  licence === null ? undefined : LICENCES[licence].replace(/^https:/, 'http:')

export interface DescribedImage extends Size {
  /** Address of the image service. */
  readonly address: string
  readonly licence: Licence | null
  /** Side of the tiles of its pyramid, px. */
  readonly tileSide: number
}

/** Halvings down to the level that one tile holds. */
function scaleFactors({ width, height, tileSide }: DescribedImage): number[] {
  const factors = [1]
  while (Math.max(width, height) / factors.at(-1)! > tileSide) factors.push(factors.at(-1)! * 2)
  return factors
}

/** `info.json` of an image: what it is, in which tiles and sizes it comes, and what is offered. */
export function imageInfo(image: DescribedImage): object {
  const { address, width, height, licence, tileSide } = image
  const factors = scaleFactors(image)
  const sizes = factors
    .map((factor) => ({ width: Math.ceil(width / factor), height: Math.ceil(height / factor) }))
    .filter((size) => isWithinLimits(size.width, size.height))
    .toReversed()
  const rights = rightsOf(licence)
  return {
    '@context': IMAGE_CONTEXT,
    id: address,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    ...IMAGE_LIMITS,
    sizes,
    tiles: [{ width: tileSide, scaleFactors: factors }],
    preferredFormats: ['jpg', 'webp', 'png'],
    ...(rights && { rights }),
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: EXTRA_FEATURES,
  }
}
