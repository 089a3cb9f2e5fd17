/** A gentle, exactly known warp: what the tests take for truth is never what the kernel says. */

const CENTRE_X = 2_660_000
const CENTRE_Y = 7_300_000
/** EPSG:3857 metres a scan px, about. */
export const METRES_PER_PIXEL = 4
const TURN = 0.12

/** Scan px of a map point, closed form: turned, scaled and bent by slow waves. */
export function truth(mapX: number, mapY: number, width: number, height: number): [x: number, y: number] {
  const [east, north] = [(mapX - CENTRE_X) / METRES_PER_PIXEL, (mapY - CENTRE_Y) / METRES_PER_PIXEL]
  const x = east * Math.cos(TURN) + north * Math.sin(TURN)
  const y = -(north * Math.cos(TURN) - east * Math.sin(TURN))
  return [
    width / 2 + x + 12 * Math.sin(y / 700) + 6 * Math.cos(x / 500),
    height / 2 + y + 10 * Math.sin(x / 650),
  ]
}

/** Map point near the place that shows scan px (x, y): exact enough to lay control points out by. */
export function nearPlace(x: number, y: number, width: number, height: number): [mapX: number, mapY: number] {
  let [mapX, mapY] = [CENTRE_X, CENTRE_Y]
  for (let round = 0; round < 40; round++) {
    const [px, py] = truth(mapX, mapY, width, height)
    const [dx, dy] = [x - px, y - py]
    mapX += METRES_PER_PIXEL * (dx * Math.cos(TURN) + dy * Math.sin(TURN))
    mapY += METRES_PER_PIXEL * (dx * Math.sin(TURN) - dy * Math.cos(TURN))
  }
  return [mapX, mapY]
}

/** A grid of `across` x `down` control points, `[imageX, imageY, mapX, mapY] * n`. */
export function gridOfPoints(across: number, down: number, width: number, height: number): number[] {
  const gcps: number[] = []
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [x, y] = [(width * (column + 0.3)) / (across - 0.4), (height * (row + 0.3)) / (down - 0.4)]
      const place = nearPlace(x, y, width, height)
      gcps.push(...truth(...place, width, height), ...place)
    }
  }
  return gcps
}
