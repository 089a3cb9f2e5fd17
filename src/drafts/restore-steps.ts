import { documentDifference } from './document-difference.ts'
import { type EditorDocument, sameContent } from './editor-document.ts'

/** One step on the way to a restored draft; `added`: the number of the point that it adds, null: all that is no new point. */
interface RestoreStep {
  readonly document: EditorDocument
  readonly added: number | null
}

/**
 * The way from a document to a draft of it in steps that can be undone one by one: first what was changed or taken away,
 * then each point that the draft has more, as it was placed. Points of both keep the identities that they have before.
 */
export function restoreSteps(before: EditorDocument, draft: EditorDocument): readonly RestoreStep[] {
  const pairs = documentDifference(draft, before).flatMap(({ mine, theirs }) =>
    mine ? [{ point: theirs ? { ...mine, id: theirs.id } : mine, isNew: theirs === null }] : [],
  )
  const upTo = (last: number): EditorDocument => ({
    ...draft,
    points: pairs.filter(({ isNew }, at) => !isNew || at <= last).map(({ point }) => point),
  })
  const first = upTo(-1)
  const added = pairs.flatMap(({ isNew, point }, at): RestoreStep[] => {
    if (!isNew) return []
    const document = upTo(at)
    return [{ document, added: document.points.indexOf(point) + 1 }]
  })
  return sameContent(first, before) ? added : [{ document: first, added: null }, ...added]
}
