/** Where the places of EPSG:3857 lie in another plane, as the kernel takes it: known at the nodes, cubic between them. */
export interface PlaneLattice {
  /** North-west node, EPSG:3857 metres. */
  readonly originX: number
  readonly originY: number
  /** Distance of the nodes, EPSG:3857 metres. */
  readonly step: number
  readonly columns: number
  /** `[x, y]` in the plane, row by row from the north-west node; NaN where the plane leads nowhere. */
  readonly places: Float64Array
}

export type Place = readonly [x: number, y: number]

/** West, south, east and north, EPSG:3857 metres. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

const STENCIL = 4

/** The way into the plane at the nodes of a lattice of so many cells along the longer side of a box. */
export function latticeOver(bounds: Bounds, cells: number, fromMap: (place: Place) => Place): PlaneLattice {
  const [west, south, east, north] = bounds
  const [width, height] = [east - west, north - south]
  // Columns end at the eastern side to the digit: a world may end there.
  const across = Math.max(STENCIL - 1, Math.round((cells * width) / Math.max(width, height)))
  const step = width / across
  const columns = across + 1
  const rows = Math.max(STENCIL, Math.ceil(height / step) + 1)
  const places = new Float64Array(2 * columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = column === across ? east : west + column * step
      places.set(fromMap([x, north - row * step]), 2 * (row * columns + column))
    }
  return { originX: west, originY: north, step, columns, places }
}

export const rowsOf = ({ places, columns }: PlaneLattice): number => places.length / 2 / columns

/** The box that a lattice spans. */
export function boundsOf(lattice: PlaneLattice): Bounds {
  const { originX, originY, step, columns } = lattice
  return [originX, originY - (rowsOf(lattice) - 1) * step, originX + (columns - 1) * step, originY]
}

/** First of the four nodes around the middle of a cell, and how far past it the middle lies; as the kernel takes them. */
function stencil(cell: number, count: number): readonly [first: number, weights: readonly number[]] {
  const first = Math.min(Math.max(cell - 1, 0), count - STENCIL)
  const [a, b, c, d] = [0, 1, 2, 3].map((node) => cell + 0.5 - first - node) as [
    number,
    number,
    number,
    number,
  ]
  return [first, [(-b * c * d) / 6, (a * c * d) / 2, (-a * b * d) / 2, (a * b * c) / 6]]
}

/** The middle of a cell in the plane, as the kernel interpolates it. */
export function interpolatedMiddle(lattice: PlaneLattice, column: number, row: number): Place {
  const { columns, places } = lattice
  const [firstColumn, across] = stencil(column, columns)
  const [firstRow, down] = stencil(row, rowsOf(lattice))
  let [x, y] = [0, 0]
  for (let south = 0; south < STENCIL; south++)
    for (let east = 0; east < STENCIL; east++) {
      const weight = (across[east] ?? NaN) * (down[south] ?? NaN)
      const at = 2 * ((firstRow + south) * columns + firstColumn + east)
      x += weight * (places[at] ?? NaN)
      y += weight * (places[at + 1] ?? NaN)
    }
  return [x, y]
}
