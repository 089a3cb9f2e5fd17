/**
 * Image rows are counted downwards here; QGIS and ArcGIS write them upwards from the top edge, i.e. negative.
 * Given the y of all image points of a file, tells whether they count upwards.
 */
export function countsUpwards(ys: readonly number[]): boolean {
  return ys.every((y) => y <= 0) && ys.some((y) => y < 0)
}

/** The y with its sign turned, never -0. */
export function turned(y: number): number {
  return y === 0 ? 0 : -y
}
