import type { ImageHead } from './image-head.ts'
import { LocalFailureError } from './local-failure.ts'
import { type ScanRows, STRIP_ROWS } from './scan-rows.ts'

/** A scan that the browser decodes: as a whole, turned upright as EXIF says, in sRGB. */
export async function openBrowserScan(scan: Blob, { format }: ImageHead): Promise<ScanRows> {
  const bitmap = await createImageBitmap(scan, { premultiplyAlpha: 'none' }).catch((error: unknown) => {
    throw new LocalFailureError('damaged', 'the browser cannot decode the image', { cause: error })
  })
  const { width, height } = bitmap
  return {
    width,
    height,
    mayHide: format !== 'jpeg',
    async *strips() {
      const canvas = new OffscreenCanvas(width, Math.min(STRIP_ROWS, height))
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('no 2D canvas in this worker')
      for (let top = 0; top < height; top += STRIP_ROWS) {
        const rows = Math.min(STRIP_ROWS, height - top)
        context.clearRect(0, 0, width, rows)
        context.drawImage(bitmap, 0, top, width, rows, 0, 0, width, rows)
        yield { top, rows, rgba: context.getImageData(0, 0, width, rows).data }
      }
    },
    close: () => bitmap.close(),
  }
}
