import type { ControlPoint } from '../../contract/control-points.ts'
import { sameOrigin } from '../../contract/rules/point-origin.ts'
import { geodesicMetres } from '../geometry/ground-distance.ts'
import { sameLaid, samePoint } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** One of two documents: what is here, and what came from elsewhere. */
export type DocumentSide = 'mine' | 'theirs'

/** What was chosen of two documents: one of them, or what was merged of both. */
export type DocumentChoice = DocumentSide | { readonly merged: EditorDocument }

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
const isEqual = (a: ControlPoint, b: ControlPoint) =>
  samePoint(a, b) && (a.note ?? '') === (b.note ?? '') && sameOrigin(a.proposed, b.proposed)

/** In what the two states of a point differ. */
export type PointChange =
  /** So far apart, in px of the scan. */
  | { readonly kind: 'image'; readonly pixels: number }
  /** So far apart, in metres on the ground. */
  | { readonly kind: 'map'; readonly metres: number }
  /** Switched off in one of them. */
  | { readonly kind: 'off'; readonly side: DocumentSide }
  /** Empty: it has none there. */
  | { readonly kind: 'note'; readonly mine: string; readonly theirs: string }
  /** The name that it was proposed by. Empty: it was not proposed there. */
  | { readonly kind: 'origin'; readonly mine: string; readonly theirs: string }

/** In what a point that both documents have differs; nothing where one of them has it alone. */
export function pointChanges({ mine, theirs }: PointDifference): readonly PointChange[] {
  if (!mine || !theirs) return []
  const changes: PointChange[] = []
  if (!isAt(mine.image, theirs.image)) {
    const [dx, dy] = [mine.image[0] - theirs.image[0], mine.image[1] - theirs.image[1]]
    changes.push({ kind: 'image', pixels: Math.hypot(dx, dy) })
  }
  if (!isAt(mine.map, theirs.map)) changes.push({ kind: 'map', metres: geodesicMetres(mine.map, theirs.map) })
  if (mine.enabled !== theirs.enabled) changes.push({ kind: 'off', side: mine.enabled ? 'theirs' : 'mine' })
  const [ours, others] = [mine.note ?? '', theirs.note ?? '']
  if (ours !== others) changes.push({ kind: 'note', mine: ours, theirs: others })
  if (!sameOrigin(mine.proposed, theirs.proposed))
    changes.push({ kind: 'origin', mine: mine.proposed?.name ?? '', theirs: theirs.proposed?.name ?? '' })
  return changes
}

/** What two documents say otherwise of the whole map than by its points. */
export function settingsThatDiffer(
  mine: EditorDocument,
  theirs: EditorDocument,
): readonly ('type' | 'crop' | 'laid')[] {
  return [
    ...(mine.transformationType === theirs.transformationType ? [] : (['type'] as const)),
    ...(JSON.stringify(mine.mask) === JSON.stringify(theirs.mask) ? [] : (['crop'] as const)),
    ...(sameLaid(mine, theirs) ? [] : (['laid'] as const)),
  ]
}

/**
 * One document of two, point by point: of a point that both have one state, one that a side has alone where that side is
 * chosen for it. All else comes from `settings`.
 */
export function mergeDocuments(
  mine: EditorDocument,
  theirs: EditorDocument,
  { sideOf, settings }: { sideOf: (point: PointDifference) => DocumentSide; settings: DocumentSide },
): EditorDocument {
  const points = documentDifference(mine, theirs).flatMap((point) => {
    const taken = point[point.kind === 'same' ? 'mine' : sideOf(point)]
    // The identity of here, so that what is chosen in the editor stays chosen.
    return taken ? [{ ...taken, id: (point.mine ?? taken).id }] : []
  })
  return { ...(settings === 'mine' ? mine : theirs), points }
}
