import type { ControlPoint } from '../../contract/control-points.ts'
import { samePoint } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** One point of two documents: equal in both, in one alone, or changed. */
export interface PointDifference {
  readonly kind: 'same' | 'mine' | 'theirs' | 'changed'
  readonly mine: ControlPoint | null
  readonly theirs: ControlPoint | null
}

/**
 * Compares the points of two documents. Identities differ from load to load, so points are paired by what they are:
 * equal ones first, then those with an equal image point or an equal map point.
 */
export function documentDifference(mine: EditorDocument, theirs: EditorDocument): readonly PointDifference[] {
  const left = new Set(theirs.points)
  const found = new Map<ControlPoint, ControlPoint>()
  const pair = (isPair: (a: ControlPoint, b: ControlPoint) => boolean) => {
    for (const point of mine.points) {
      if (found.has(point)) continue
      for (const other of left) {
        if (!isPair(point, other)) continue
        found.set(point, other)
        left.delete(other)
        break
      }
    }
  }
  pair(isEqual)
  pair((a, b) => isAt(a.image, b.image) || isAt(a.map, b.map))
  const ours = mine.points.map((point): PointDifference => {
    const other = found.get(point) ?? null
    if (!other) return { kind: 'mine', mine: point, theirs: null }
    return { kind: isEqual(point, other) ? 'same' : 'changed', mine: point, theirs: other }
  })
  return [...ours, ...[...left].map((theirs): PointDifference => ({ kind: 'theirs', mine: null, theirs }))]
}

const isAt = (a: readonly [number, number], b: readonly [number, number]) => a[0] === b[0] && a[1] === b[1]
const isEqual = (a: ControlPoint, b: ControlPoint) => samePoint(a, b) && (a.note ?? '') === (b.note ?? '')
