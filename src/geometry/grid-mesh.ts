import type { MapBox } from './camera.ts'

/** A raster in EPSG:3857: pixel (column, row) covers originX + column * pixelSize, originY - row * pixelSize. */
export interface GridRaster {
  readonly grid: { readonly originX: number; readonly originY: number; readonly pixelSize: number }
  readonly width: number
  readonly height: number
  readonly tileSize: number
  readonly levels: readonly { readonly width: number; readonly height: number }[]
}

/** As `WarpMesh`, without what tells of a warp. */
export interface GridMesh {
  readonly origin: readonly [x: number, y: number]
  readonly step: number
  readonly ij: Uint16Array
  readonly imagePx: Float32Array
  readonly index: Uint32Array
  readonly batches: Int32Array
  readonly leafCount: number
  readonly errorPx: number
}

const GRID_UNITS = 16_384
/** A level is used up to 1.3 times its own resolution, as the kernel chooses it for scans. */
const SHARPNESS = 0.35

/**
 * The part of a georeferenced raster that a view shows, as one quad drawn with each of its tiles: positions and pixels
 * relate by a scale, so nothing needs to be split. Null where the view shows nothing of it.
 */
export function gridMesh(raster: GridRaster, view: MapBox, metresPerScreenPixel: number): GridMesh | null {
  const { originX, originY, pixelSize } = raster.grid
  const minX = Math.max(view.minX, originX)
  const maxX = Math.min(view.maxX, originX + raster.width * pixelSize)
  const minY = Math.max(view.minY, originY - raster.height * pixelSize)
  const maxY = Math.min(view.maxY, originY)
  if (!(minX < maxX && minY < maxY)) return null
  const [left, right] = [(minX - originX) / pixelSize, (maxX - originX) / pixelSize]
  const [top, bottom] = [(originY - maxY) / pixelSize, (originY - minY) / pixelSize]
  const step = Math.max(maxX - minX, maxY - minY) / GRID_UNITS
  const across = Math.round((maxX - minX) / step)
  const down = Math.round((maxY - minY) / step)
  // Whole grid units: the corners' pixels are those of the rounded positions.
  const exactRight = left + (across * step) / pixelSize
  const exactTop = bottom - (down * step) / pixelSize
  const level = levelFor(metresPerScreenPixel / pixelSize, raster.levels.length)
  return {
    origin: [minX, minY],
    step,
    ij: Uint16Array.of(0, 0, across, 0, 0, down, across, down),
    imagePx: Float32Array.of(left, bottom, exactRight, bottom, left, exactTop, exactRight, exactTop),
    index: Uint32Array.of(0, 1, 3, 0, 3, 2),
    batches: batchesOf(raster, level, { left, right, top, bottom }),
    leafCount: 1,
    errorPx: 0,
  }
}

function levelFor(pixelsPerScreenPixel: number, levelCount: number): number {
  const wanted = Math.floor(Math.log2(pixelsPerScreenPixel) + SHARPNESS)
  return Math.min(levelCount - 1, Math.max(0, wanted))
}

function batchesOf(
  raster: GridRaster,
  level: number,
  box: { left: number; right: number; top: number; bottom: number },
): Int32Array {
  const side = raster.tileSize * 2 ** level
  const { width, height } = raster.levels[level] ?? { width: 1, height: 1 }
  const last = { x: Math.ceil(width / raster.tileSize) - 1, y: Math.ceil(height / raster.tileSize) - 1 }
  const at = (px: number, most: number) => Math.min(most, Math.max(0, Math.floor(px / side)))
  const batches: number[] = []
  for (let y = at(box.top, last.y); y <= at(box.bottom, last.y); y++) {
    for (let x = at(box.left, last.x); x <= at(box.right, last.x); x++) batches.push(level, x, y, 0, 6)
  }
  return Int32Array.from(batches)
}
