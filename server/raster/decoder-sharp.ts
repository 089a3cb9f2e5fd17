import { isMainThread } from 'node:worker_threads'
import sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import type { ScanFormat } from './scan/converted-scan.ts'

/**
 * sharp as every part of this room uses it: loaders of the accepted formats only (SVG, PDF, ImageMagick and the rest
 * stay blocked), no operation cache (a path written again would give the old pixels), strict about damage.
 */
function blockOtherLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadTiff',
      'VipsForeignLoadNsgif',
    ],
  })
}

// Once a process: what is blocked is blocked for all of its threads, and for a moment everything is. A thread that
// starts while another reads would make its read fail. Whoever starts threads has loaded this file.
if (isMainThread) blockOtherLoaders()
sharp.cache(false)

/** Threads that one libvips pipeline may use. */
export function setDecoderThreads(threads: number): void {
  sharp.concurrency(threads)
}

/**
 * A file opened with the strictest treatment of damage. Callers judge the number of pixels themselves
 * (`scan-limits.ts`), so the library's own limit is off.
 *
 * @param format libtiff warns of harmless oddities (tags in the wrong order, old LZW) and fails on missing pixels
 *   anyway, so for a TIFF only errors count.
 */
export function openScan(path: string, format?: ScanFormat, options: SharpOptions = {}): Sharp {
  return sharp(path, {
    failOn: format === 'tiff' ? 'error' : 'warning',
    limitInputPixels: false,
    // libtiff would refuse pieces and tags of more than 50 MB, which large scans have; the child's memory is bounded.
    unlimited: format === 'tiff',
    ...options,
  })
}

/** Raw interleaved 8-bit pixels as an image. */
export function fromPixels(
  pixels: Uint8Array,
  width: number,
  height: number,
  channels: 1 | 2 | 3 | 4,
): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })
}

/**
 * A tile of our own making as interleaved pixels of four bytes, at its size or reduced to a square of so many pixels.
 *
 * @throws Error where it is damaged
 */
export async function decodeTile(
  bytes: Uint8Array,
  side?: number,
): Promise<{ readonly pixels: Buffer; readonly width: number; readonly height: number }> {
  const tile = sharp(bytes).ensureAlpha()
  const sized = side === undefined ? tile : tile.resize(side, side, { fit: 'fill', kernel: 'linear' })
  const { data, info } = await sized.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { pixels: channels === 2 ? fourBytes(data) : data, width, height }
}

/** Grey and alpha as red, green, blue and alpha. */
function fourBytes(pixels: Buffer): Buffer {
  const wide = Buffer.alloc(pixels.length * 2)
  for (let at = 0; at < pixels.length; at += 2) {
    wide.fill(pixels[at]!, at * 2, at * 2 + 3)
    wide[at * 2 + 3] = pixels[at + 1]!
  }
  return wide
}
