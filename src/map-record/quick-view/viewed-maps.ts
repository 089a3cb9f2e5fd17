import { boxAroundAll } from '../../geometry/boxes.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { RasterGrid } from '../../../workers/raster/raster-api.ts'

/** Which of a map's files is looked at. */
export type FileKind = 'converted' | 'transformed'

/** A map and its files, paths relative to `/api/`. */
export interface ViewedMap {
  readonly id: string
  readonly title: string
  readonly convertedPath: string | null
  readonly transformedPath: string | null
}

/** Where a quick view was opened. */
export type ViewOrigin = 'card' | 'catalog'

/** What a quick view starts with: the overlay from a catalog, else the scan. */
export function firstKind(origin: ViewOrigin): FileKind {
  return origin === 'catalog' ? 'transformed' : 'converted'
}

/** Whether one can change over between scan and overlay: a single map that has both, and not from a catalog. */
export function canChangeKind(maps: readonly ViewedMap[], origin: ViewOrigin): boolean {
  const [map, ...others] = maps
  return (
    origin !== 'catalog' &&
    others.length === 0 &&
    map !== undefined &&
    map.convertedPath !== null &&
    map.transformedPath !== null
  )
}

/** The file of a map to show: the wished kind, else the one that there is, else null. */
export function pathOf(map: ViewedMap, kind: FileKind): string | null {
  return kind === 'converted'
    ? (map.convertedPath ?? map.transformedPath)
    : (map.transformedPath ?? map.convertedPath)
}

interface Raster {
  readonly width: number
  readonly height: number
  readonly grid: RasterGrid | null
}

/** A raster with a position: its own, else one pixel a metre about the middle of the world's plane. */
export function placed<R extends Raster>(raster: R): R & { readonly grid: RasterGrid } {
  const { width, height, grid } = raster
  return { ...raster, grid: grid ?? { originX: -width / 2, originY: height / 2, pixelSize: 1 } }
}

/** The box around placed rasters, EPSG:3857 metres; null without any. */
export function boxOfRasters(rasters: readonly (Raster & { readonly grid: RasterGrid })[]): MapBox | null {
  return boxAroundAll(
    rasters.map(({ width, height, grid: { originX, originY, pixelSize } }) => ({
      minX: originX,
      minY: originY - height * pixelSize,
      maxX: originX + width * pixelSize,
      maxY: originY,
    })),
  )
}
