import { scanZoomOfLevel, zoomOfLevel } from '../../geometry/zoom-levels.ts'

/** The loupe is this many levels closer than its pane, within these levels. */
const LOUPE = { closer: 2, minLevel: 1, maxLevel: 20 }

/** Zoom of the loupe over the base map, MapLibre's, as that of the pane beneath. */
export function loupeZoomOverMap(paneZoom: number): number {
  return within(paneZoom, zoomOfLevel(LOUPE.minLevel), zoomOfLevel(LOUPE.maxLevel))
}

/** Zoom of the loupe over a scan, log2 of CSS px a scan px, as that of the pane beneath. */
export function loupeZoomOverScan(
  paneZoom: number,
  scan: { readonly width: number; readonly height: number },
): number {
  return within(paneZoom, scanZoomOfLevel(LOUPE.minLevel, scan), scanZoomOfLevel(LOUPE.maxLevel, scan))
}

function within(paneZoom: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, paneZoom + LOUPE.closer))
}
