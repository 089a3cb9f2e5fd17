/**
 * MapLibre's zoom, which counts tiles of 512 px, for a level counted in tiles of 256 px, as most maps of the web and
 * every limit of this product are: one less.
 *
 * Decision: docs/decisions/2026-11-22-zoom-levels.md
 */
export function zoomOfLevel(level: number): number {
  return level - 1
}

/**
 * Zoom over a scan (log2 of CSS px a scan px) for a level counted as those of a map: level 0 shows the longer side of
 * the scan in 256 CSS px.
 */
export function scanZoomOfLevel(
  level: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  return level + Math.log2(256 / Math.max(width, height))
}
