import { isWithinLimits, shrinkToLimits } from './image-limits.ts'

export const IMAGE_QUALITIES = ['default', 'color', 'gray', 'bitonal'] as const
export type ImageQuality = (typeof IMAGE_QUALITIES)[number]

/** Formats by their name in the address. */
export const IMAGE_MEDIA_TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
export type ImageFormat = keyof typeof IMAGE_MEDIA_TYPES

export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of an image in whole pixels. */
export interface Region extends Size {
  readonly x: number
  readonly y: number
}

/** What an address of the Image API asks for, with everything that it leaves to the image worked out. */
export interface ImageRequest {
  readonly region: Region
  /** Before the rotation. */
  readonly size: Size
  readonly mirrored: boolean
  readonly degrees: 0 | 90 | 180 | 270
  readonly quality: ImageQuality
  readonly format: ImageFormat
  /** `region/size/rotation/quality.format` in the one form that equal requests share. */
  readonly canonical: string
}

/** The parts of the address as they stand in it. */
export interface ImageRequestParts {
  readonly region: string
  readonly size: string
  readonly rotation: string
  /** `quality.format`. */
  readonly file: string
}

/** The part of an address that cannot be answered. */
export type ImageRequestFault = 'region' | 'size' | 'rotation' | 'quality' | 'format'

export type ImageRequestResult =
  | { readonly ok: true; readonly request: ImageRequest }
  | { readonly ok: false; readonly fault: ImageRequestFault }

/** Longer numbers are no pixels of any image. */
const WHOLE = /^\d{1,9}$/
const DECIMAL = /^(?:\d{1,9}(?:\.\d{0,10})?|\.\d{1,10})$/

/**
 * Reads a request by the rules of the IIIF Image API 3.0, level 2 and more: regions by pixels, per cent and the square,
 * every form of size with and without `^`, mirroring, quarter turns, all four qualities. What is larger than the limits
 * is refused where a size is named, and made as large as they allow where it is not (`max`, `!w,h`).
 *
 * @param image size of the whole image
 */
export function readImageRequest(parts: ImageRequestParts, image: Size): ImageRequestResult {
  const region = regionOf(parts.region, image)
  if (!region) return { ok: false, fault: 'region' }
  const size = sizeOf(parts.size, region)
  if (!size) return { ok: false, fault: 'size' }
  const rotation = rotationOf(parts.rotation)
  if (!rotation) return { ok: false, fault: 'rotation' }
  const dot = parts.file.lastIndexOf('.')
  const quality = IMAGE_QUALITIES.find((known) => known === parts.file.slice(0, Math.max(dot, 0)))
  const format = parts.file.slice(dot + 1)
  if (dot < 0 || !isFormat(format)) return { ok: false, fault: 'format' }
  if (!quality) return { ok: false, fault: 'quality' }
  const canonical = [
    isWhole(region, image) ? 'full' : [region.x, region.y, region.width, region.height].join(','),
    canonicalSize(size, region),
    `${rotation.mirrored ? '!' : ''}${rotation.degrees}`,
    `${quality === 'color' ? 'default' : quality}.${format}`,
  ].join('/')
  return { ok: true, request: { region, size, ...rotation, quality, format, canonical } }
}

const isFormat = (name: string): name is ImageFormat => Object.hasOwn(IMAGE_MEDIA_TYPES, name)

const isWhole = (region: Region, { width, height }: Size) =>
  region.x === 0 && region.y === 0 && region.width === width && region.height === height

/** The full size is `max` where it is what `max` would give, others are written out; `^` where it is enlarged. */
function canonicalSize(size: Size, region: Region): string {
  const most = largest(region)
  if (size.width === most.width && size.height === most.height) return 'max'
  const isEnlarged = size.width > region.width || size.height > region.height
  return `${isEnlarged ? '^' : ''}${size.width},${size.height}`
}

function regionOf(text: string, image: Size): Region | undefined {
  if (text === 'full') return { x: 0, y: 0, ...image }
  if (text === 'square') {
    const side = Math.min(image.width, image.height)
    const [x, y] = [image.width - side, image.height - side].map((room) => Math.floor(room / 2))
    return { x: x!, y: y!, width: side, height: side }
  }
  const isPercent = text.startsWith('pct:')
  const numbers = numbersOf(isPercent ? text.slice(4) : text, isPercent ? DECIMAL : WHOLE)
  if (numbers?.length !== 4) return undefined
  const [left = 0, top = 0, across = 0, down = 0] = isPercent
    ? numbers.map((share, at) => ((at % 2 === 0 ? image.width : image.height) * share) / 100)
    : numbers
  const x = Math.round(left)
  const y = Math.round(top)
  const width = Math.min(Math.round(across), image.width - x)
  const height = Math.min(Math.round(down), image.height - y)
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** Numbers apart by commas; undefined where one of them is none. */
function numbersOf(text: string, form: RegExp): number[] | undefined {
  const parts = text.split(',')
  return parts.every((part) => form.test(part)) ? parts.map(Number) : undefined
}

/** A region as large as the limits allow, not enlarged. */
function largest({ width, height }: Size): Size {
  return scaled({ width, height }, shrinkToLimits(width, height))
}

/** Rounded down where it is shrunk to limits, so that it keeps within them. */
function scaled({ width, height }: Size, factor: number, round = Math.floor): Size {
  if (factor === 1) return { width, height }
  return { width: Math.max(1, round(width * factor)), height: Math.max(1, round(height * factor)) }
}

function sizeOf(text: string, region: Region): Size | undefined {
  const mayEnlarge = text.startsWith('^')
  const form = mayEnlarge ? text.slice(1) : text
  if (form === 'max') return mayEnlarge ? enlarged(region) : largest(region)
  if (form.startsWith('!')) return confined(form.slice(1), region, mayEnlarge)
  const size = form.startsWith('pct:') ? byPercent(form.slice(4), region) : bySides(form, region)
  if (!size || !isWithinLimits(size.width, size.height)) return undefined
  const isEnlarged = size.width > region.width || size.height > region.height
  return isEnlarged && !mayEnlarge ? undefined : size
}

/** As large as the limits allow, enlarged where it must be. */
function enlarged({ width, height }: Size): Size {
  // Any factor that is beyond the limits: what is left of it within them is the largest.
  const beyond = 2 ** 20
  const factor = beyond * shrinkToLimits(width * beyond, height * beyond)
  return scaled({ width, height }, factor)
}

/** `w,h` as a box that the picture fits in, in its own shape. */
function confined(text: string, region: Region, mayEnlarge: boolean): Size | undefined {
  const [width, height, more] = numbersOf(text, WHOLE) ?? []
  if (!width || !height || more !== undefined) return undefined
  const factor = Math.min(width / region.width, height / region.height, mayEnlarge ? Infinity : 1)
  const size = scaled(region, factor, Math.round)
  const fit = { width: Math.min(size.width, width), height: Math.min(size.height, height) }
  return isWithinLimits(fit.width, fit.height) ? fit : largest(fit)
}

function byPercent(text: string, region: Region): Size | undefined {
  const share = DECIMAL.test(text) ? Number(text) / 100 : 0
  return share > 0 ? scaled(region, share, Math.round) : undefined
}

/** `w,h` as it stands, or one of the sides and the other by the shape. */
function bySides(text: string, region: Region): Size | undefined {
  const sides = text.split(',')
  if (sides.length !== 2 || sides.some((side) => side !== '' && !WHOLE.test(side))) return undefined
  const [width = 0, height = 0] = sides.map(Number)
  if (sides[0] === '' && sides[1] === '') return undefined
  if (sides[1] === '')
    return width > 0 ? { width, height: shaped(width, region.width, region.height) } : undefined
  if (sides[0] === '')
    return height > 0 ? { width: shaped(height, region.height, region.width), height } : undefined
  return width > 0 && height > 0 ? { width, height } : undefined
}

const shaped = (side: number, own: number, other: number) => Math.max(1, Math.round((side * other) / own))

function rotationOf(text: string): Pick<ImageRequest, 'mirrored' | 'degrees'> | undefined {
  const mirrored = text.startsWith('!')
  const number = mirrored ? text.slice(1) : text
  const turn = DECIMAL.test(number) ? Number(number) : Number.NaN
  const degrees = ([0, 90, 180, 270] as const).find((known) => known === (turn === 360 ? 0 : turn))
  return degrees === undefined ? undefined : { mirrored, degrees }
}
