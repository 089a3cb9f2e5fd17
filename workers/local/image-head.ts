import type { LocalScanFormat } from './local-api.ts'
import { LocalFailureError } from './local-failure.ts'

/** What a scan's first bytes say. */
export interface ImageHead {
  readonly format: LocalScanFormat
  /** Stored size, before it is turned upright; for TIFF 0: its directories tell. */
  readonly width: number
  readonly height: number
}

const HEAD_BYTES = 64
const SIGNATURES: readonly (readonly [format: ImageHead['format'], pattern: RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['gif', /^GIF8[79]a/],
  ['tiff', /^(II[\x2a\x2b]\0|MM\0[\x2a\x2b])/],
]
/** Frames of JPEG; the others of 0xC0 to 0xCF are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** @throws LocalFailureError `unreadable` for anything else than the formats, `damaged` where the size is missing */
export async function readImageHead(scan: Blob): Promise<ImageHead> {
  const head = await bytesAt(scan, 0, HEAD_BYTES)
  const text = String.fromCharCode(...new Uint8Array(head.buffer, 0, head.byteLength))
  const format = SIGNATURES.find(([, pattern]) => pattern.test(text))?.[0]
  if (!format) throw new LocalFailureError('unreadable', 'no image format that is known')
  try {
    const [width, height] = await sizeOf(scan, format, head, text)
    return { format, width, height }
  } catch (error) {
    throw new LocalFailureError('damaged', 'the size of the image is not in its head', { cause: error })
  }
}

async function sizeOf(
  scan: Blob,
  format: ImageHead['format'],
  head: DataView,
  text: string,
): Promise<readonly [width: number, height: number]> {
  if (format === 'jpeg') return jpegSize(scan)
  if (format === 'png') return [head.getUint32(16), head.getUint32(20)]
  if (format === 'gif') return [head.getUint16(6, true), head.getUint16(8, true)]
  if (format === 'webp') return webpSize(head, text.slice(12, 16))
  return [0, 0]
}

function webpSize(head: DataView, chunk: string): readonly [width: number, height: number] {
  const uint24 = (at: number) => head.getUint16(at, true) + 65_536 * head.getUint8(at + 2)
  if (chunk === 'VP8X') return [uint24(24) + 1, uint24(27) + 1]
  if (chunk === 'VP8L') {
    const bits = head.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  return [head.getUint16(26, true) & 0x3fff, head.getUint16(28, true) & 0x3fff]
}

async function jpegSize(scan: Blob): Promise<readonly [width: number, height: number]> {
  for (let at = 2; ;) {
    const segment = await bytesAt(scan, at, 9)
    const marker = segment.getUint8(1)
    if (segment.getUint8(0) !== 0xff) throw new RangeError(`no segment at ${at}`)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return [segment.getUint16(7), segment.getUint16(5)]
    else at += 2 + segment.getUint16(2)
  }
}

async function bytesAt(scan: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await scan.slice(from, from + length).arrayBuffer())
}
