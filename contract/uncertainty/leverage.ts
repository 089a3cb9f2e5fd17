import type { TransformationType } from '../control-points.ts'
import type { Place } from './hull.ts'

/** The highest power of a transformation; of a spline, what carries it outside of its points. */
const DEGREES: Readonly<Record<TransformationType, 1 | 2 | 3>> = {
  TPS: 1,
  Affine: 1,
  Helmert: 1,
  Projective: 1,
  Polynomial2: 2,
  Polynomial3: 3,
}

/** So small a share of the points' spread is added in each direction that points on one line can be told from none. */
const RIDGE = 1e-9

/**
 * How much less sure a least-squares fit to the points is at a place than the points themselves: 0 would be as sure, and it
 * grows with the square of the transformation's highest power outside of them.
 *
 * @param points - about their middle, in units of their spread
 */
export function leverageOf(type: TransformationType, points: readonly Place[]): (place: Place) => number {
  const degree = DEGREES[type]
  const rows = points.map((point) => powersOf(point, degree))
  const size = rows[0]?.length ?? 0
  const squares = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (__, j) =>
      rows.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? RIDGE * points.length : 0),
    ),
  )
  const root = choleskyOf(squares)
  return (place) => squareThrough(root, powersOf(place, degree))
}

function powersOf([x, y]: Place, degree: 1 | 2 | 3): readonly number[] {
  if (degree === 1) return [1, x, y]
  if (degree === 2) return [1, x, y, x * x, x * y, y * y]
  return [1, x, y, x * x, x * y, y * y, x ** 3, x * x * y, x * y * y, y ** 3]
}

/** The lower triangle whose product with its transpose is the matrix. */
function choleskyOf(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const root: number[][] = []
  for (const [i, row] of matrix.entries()) {
    const line: number[] = []
    for (let j = 0; j <= i; j++) {
      const other = j === i ? line : root[j]!
      let rest = row[j]!
      for (let k = 0; k < j; k++) rest -= line[k]! * other[k]!
      line.push(j === i ? Math.sqrt(Math.max(rest, Number.MIN_VALUE)) : rest / other[j]!)
    }
    root.push(line)
  }
  return root
}

/** The square of a vector measured by the matrix whose root is given. */
function squareThrough(root: readonly (readonly number[])[], vector: readonly number[]): number {
  const solved: number[] = []
  let square = 0
  for (const [i, line] of root.entries()) {
    let value = vector[i]!
    for (let k = 0; k < i; k++) value -= line[k]! * solved[k]!
    value /= line[i]!
    solved.push(value)
    square += value * value
  }
  return square
}
