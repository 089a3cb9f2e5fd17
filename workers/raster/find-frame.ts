import type { PyramidFile } from './pyramid-file.ts'
import { findSheetFrame } from './sheet-frame.ts'
import type { Frame, GreyPicture } from './sheet-frame.ts'
import { findSheetFrames } from './sheet-frames.ts'

/** The frame is looked for in the finest level that has no longer side, px. */
const LONGEST_SIDE = 1_700

type Corners = (readonly [number, number])[]

/** See `RasterWorkerApi.findFrame`. Throws RasterFailureError, or the signal's reason. */
export async function findFrameOf(file: PyramidFile, signal: AbortSignal): Promise<Corners | null> {
  const [frame = null] = await framesOf(file, signal, (picture) => {
    const found = findSheetFrame(picture)
    return found ? [found] : []
  })
  return frame
}

/** See `RasterWorkerApi.findFrames`. Throws RasterFailureError, or the signal's reason. */
export const findFramesOf = (file: PyramidFile, signal: AbortSignal): Promise<Corners[]> =>
  framesOf(file, signal, findSheetFrames)

/** Frames that are found in a reduced picture of a scan, in px of the scan. */
async function framesOf(
  file: PyramidFile,
  signal: AbortSignal,
  find: (picture: GreyPicture) => readonly Frame[],
): Promise<Corners[]> {
  const { levels, width } = file.info
  const fitting = levels.findIndex((size) => Math.max(size.width, size.height) <= LONGEST_SIDE)
  const level = fitting === -1 ? levels.length - 1 : fitting
  const picture = await greyOf(file, level, signal)
  // Of the level's own width: sizes are floored.
  const scale = level === 0 ? 1 : width / picture.width
  return find(picture).map((frame) => frame.map(([x, y]) => [x * scale, y * scale] as const))
}

/** A level in grey, on white. */
async function greyOf(file: PyramidFile, level: number, signal: AbortSignal): Promise<GreyPicture> {
  const { levels, tileSize } = file.info
  const { width, height } = levels[level] ?? { width: 1, height: 1 }
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D canvas in this worker')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  for (let y = 0; y * tileSize < height; y++) {
    for (let x = 0; x * tileSize < width; x++) {
      const tile = await file.readTile({ level, x, y }, signal)
      if (!tile) continue
      context.drawImage(tile, x * tileSize, y * tileSize)
      tile.close()
    }
  }
  const { data } = context.getImageData(0, 0, width, height)
  const values = new Uint8Array(width * height)
  for (let at = 0; at < values.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3)
    values[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { width, height, values }
}
