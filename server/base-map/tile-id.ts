/**
 * Position of a tile on the Hilbert curve that PMTiles version 3 counts along: all tiles of the lower zooms come first.
 * Source: PMTiles specification 3, section 4.1.
 */
export function tileId(z: number, x: number, y: number): number {
  if (z > 26) throw new Error(`tile zoom ${z} is beyond 26`)
  const side = 2 ** z
  if (x < 0 || y < 0 || x >= side || y >= side) throw new Error(`tile ${z}/${x}/${y} is outside the world`)
  const before = (4 ** z - 1) / 3
  let distance = 0
  let column = x
  let row = y
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = (column & half) > 0 ? 1 : 0
    const below = (row & half) > 0 ? 1 : 0
    distance += half * half * ((3 * right) ^ below)
    if (below === 0) {
      if (right === 1) {
        column = half - 1 - column
        row = half - 1 - row
      }
      ;[column, row] = [row, column]
    }
  }
  return before + distance
}
