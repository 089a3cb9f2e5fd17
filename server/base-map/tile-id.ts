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

/** The tile at a position on the curve: the reverse of `tileId`. */
export function tileOfId(id: number): { readonly z: number; readonly x: number; readonly y: number } {
  let z = 0
  let rest = id
  for (; rest >= 4 ** z; z += 1) rest -= 4 ** z
  let [x, y] = [0, 0]
  for (let half = 1; half < 2 ** z; half *= 2) {
    const quarter = rest % 4
    rest = Math.floor(rest / 4)
    const right = quarter >= 2 ? 1 : 0
    const below = quarter === 1 || quarter === 2 ? 1 : 0
    if (below === 0) {
      if (right === 1) {
        x = half - 1 - x
        y = half - 1 - y
      }
      ;[x, y] = [y, x]
    }
    x += half * right
    y += half * below
  }
  return { z, x, y }
}
