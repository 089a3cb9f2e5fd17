import { metresPerPixelAt, zoomForMetresPerPixel } from './mercator.ts'
import { zoomOfLevel } from './zoom-levels.ts'

/** Camera over a scan. */
export interface ScanCamera {
  /** Image px in the middle of the pane. */
  readonly centre: readonly [x: number, y: number]
  /** log2 of CSS px a scan px: 0 shows one to one, -1 half. */
  readonly zoom: number
  /** Direction of the scan that is up, degrees clockwise from its upper edge. */
  readonly bearing: number
}

/** Camera over the base map. */
export interface BaseCamera {
  /** EPSG:3857 metres in the middle of the pane. */
  readonly centre: readonly [x: number, y: number]
  /** MapLibre's zoom (tiles of 512 px). */
  readonly zoom: number
  /** Compass direction that is up, degrees clockwise from north. */
  readonly bearing: number
}

/** Width and height in CSS px. */
export interface PaneSize {
  readonly width: number
  readonly height: number
}

/** A box in EPSG:3857 metres. */
export interface MapBox {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** CSS px to keep free along a pane's edges. */
export interface PanePadding {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/**
 * Shows the whole scan, `padding` CSS px off the pane's edges, turned as it is. The middle of the pane stays the camera's
 * centre.
 */
export function fitScan(
  scan: { readonly width: number; readonly height: number },
  pane: PaneSize,
  padding: number | PanePadding = 24,
  bearing = 0,
): ScanCamera {
  const free = freeArea(pane, padding)
  const [sin, cos] = [Math.abs(Math.sin(radians(bearing))), Math.abs(Math.cos(radians(bearing)))]
  const across = scan.width * cos + scan.height * sin
  const along = scan.width * sin + scan.height * cos
  const zoom = Math.log2(Math.min(free.width / across, free.height / along))
  const middle: ScanCamera = { centre: [scan.width / 2, scan.height / 2], zoom, bearing }
  const centre = paneToScan(middle, { width: 0, height: 0 }, [-free.right, -free.down])
  return { ...middle, centre }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Shows a box, `padding` CSS px off the pane's edges, north up, not deeper than `maxZoom`. */
export function fitBox(
  box: MapBox,
  pane: PaneSize,
  padding: number | PanePadding = 20,
  maxZoom = zoomOfLevel(18),
): BaseCamera {
  const free = freeArea(pane, padding)
  const metresPerPixel = Math.max((box.maxX - box.minX) / free.width, (box.maxY - box.minY) / free.height)
  const zoom = Math.min(maxZoom, metresPerPixel > 0 ? zoomForMetresPerPixel(metresPerPixel) : maxZoom)
  const metres = metresPerPixelAt(zoom)
  return {
    centre: [(box.minX + box.maxX) / 2 - free.right * metres, (box.minY + box.maxY) / 2 + free.down * metres],
    zoom,
    bearing: 0,
  }
}

/** What padding leaves of a pane, and how far its middle lies to the right of and below the pane's. CSS px. */
function freeArea({ width, height }: PaneSize, padding: number | PanePadding) {
  const { top, right, bottom, left } =
    typeof padding === 'number' ? { top: padding, right: padding, bottom: padding, left: padding } : padding
  // Where a small pane has no room to spare, half of it is used all the same.
  const shareX = Math.min(1, width / 2 / Math.max(1, left + right))
  const shareY = Math.min(1, height / 2 / Math.max(1, top + bottom))
  return {
    width: Math.max(1, width - (left + right) * shareX),
    height: Math.max(1, height - (top + bottom) * shareY),
    right: ((left - right) / 2) * shareX,
    down: ((top - bottom) / 2) * shareY,
  }
}

/** The larger of the two at each edge. */
export function widerPadding(least: number | PanePadding, padding: PanePadding | undefined): PanePadding {
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding ?? {}
  const one = typeof least === 'number' ? { top: least, right: least, bottom: least, left: least } : least
  return {
    top: Math.max(one.top, top),
    right: Math.max(one.right, right),
    bottom: Math.max(one.bottom, bottom),
    left: Math.max(one.left, left),
  }
}

/**
 * Widens padding so that a box is shown clear of what covers the pane's lower left corner: beside it or above it,
 * wherever the box is shown larger.
 * @param cover - How far it reaches from the left and from the pane's lower edge, CSS px.
 */
export function paddingClearOf(
  cover: { readonly right: number; readonly up: number },
  box: MapBox,
  pane: PaneSize,
  padding: PanePadding,
): PanePadding {
  const beside = { ...padding, left: Math.max(padding.left, cover.right) }
  const above = { ...padding, bottom: Math.max(padding.bottom, cover.up) }
  return fitBox(box, pane, beside).zoom > fitBox(box, pane, above).zoom ? beside : above
}

/** Smallest box around points `[x, y]`, or null without any. */
export function boxAround(points: Iterable<readonly [number, number]>): MapBox | null {
  let box: MapBox | null = null
  for (const [x, y] of points) {
    box = box
      ? {
          minX: Math.min(box.minX, x),
          minY: Math.min(box.minY, y),
          maxX: Math.max(box.maxX, x),
          maxY: Math.max(box.maxY, y),
        }
      : { minX: x, minY: y, maxX: x, maxY: y }
  }
  return box
}

/** The box that a pane shows (its corners turned by the bearing), EPSG:3857 metres. */
export function visibleBox(camera: BaseCamera, pane: PaneSize): MapBox {
  const metres = metresPerPixelAt(camera.zoom)
  const turn = (camera.bearing * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  const halfWidth = (metres * (pane.width * cos + pane.height * sin)) / 2
  const halfHeight = (metres * (pane.width * sin + pane.height * cos)) / 2
  const [x, y] = camera.centre
  return { minX: x - halfWidth, minY: y - halfHeight, maxX: x + halfWidth, maxY: y + halfHeight }
}

/** CSS px in the pane (origin top-left) of an image point. */
export function scanToPane(
  camera: ScanCamera,
  pane: PaneSize,
  point: readonly [number, number],
): [x: number, y: number] {
  const scale = 2 ** camera.zoom
  const [right, down] = [(point[0] - camera.centre[0]) * scale, (point[1] - camera.centre[1]) * scale]
  const [sin, cos] = [Math.sin(radians(camera.bearing)), Math.cos(radians(camera.bearing))]
  return [pane.width / 2 + right * cos + down * sin, pane.height / 2 + down * cos - right * sin]
}

/** Image point under CSS px of the pane. */
export function paneToScan(
  camera: ScanCamera,
  pane: PaneSize,
  css: readonly [number, number],
): [x: number, y: number] {
  const scale = 2 ** camera.zoom
  const [right, down] = [(css[0] - pane.width / 2) / scale, (css[1] - pane.height / 2) / scale]
  const [sin, cos] = [Math.sin(radians(camera.bearing)), Math.cos(radians(camera.bearing))]
  return [camera.centre[0] + right * cos - down * sin, camera.centre[1] + right * sin + down * cos]
}

/** CSS px in the pane (origin top-left) of a point in EPSG:3857 metres. */
export function mapToPane(
  camera: BaseCamera,
  pane: PaneSize,
  point: readonly [number, number],
): [x: number, y: number] {
  const metres = metresPerPixelAt(camera.zoom)
  const [east, north] = [(point[0] - camera.centre[0]) / metres, (point[1] - camera.centre[1]) / metres]
  const turn = (camera.bearing * Math.PI) / 180
  return [
    pane.width / 2 + east * Math.cos(turn) - north * Math.sin(turn),
    pane.height / 2 - (east * Math.sin(turn) + north * Math.cos(turn)),
  ]
}

/** Point in EPSG:3857 metres under CSS px of the pane. */
export function paneToMap(
  camera: BaseCamera,
  pane: PaneSize,
  css: readonly [number, number],
): [x: number, y: number] {
  const metres = metresPerPixelAt(camera.zoom)
  const [right, up] = [css[0] - pane.width / 2, pane.height / 2 - css[1]]
  const turn = (camera.bearing * Math.PI) / 180
  return [
    camera.centre[0] + metres * (right * Math.cos(turn) + up * Math.sin(turn)),
    camera.centre[1] + metres * (up * Math.cos(turn) - right * Math.sin(turn)),
  ]
}

/** The line around a box, closed. */
export function sidesOf({ minX, minY, maxX, maxY }: MapBox): [number, number][] {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ]
}
