import { sameContent, sameWarp } from '../../drafts/editor-document.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'

/** What the server holds: its points, and the number of their overlay (null: none). */
export interface Published {
  readonly document: EditorDocument
  readonly version: number | null
}

interface Here {
  /** The committed document. */
  readonly present: EditorDocument
  /** It gives another warp than the overlay that was known. */
  readonly isPending: boolean
  /** What was sent from here to be published last; null: nothing. */
  readonly sent: EditorDocument | null
}

/** What an answer of the server's means for the work here. */
export interface Publication {
  /** Nothing was changed here: the new points are taken over. */
  readonly isTakenOver: boolean
  /** The work here stands on the new overlay. */
  readonly isBase: boolean
}

/**
 * Holds what the server says now against what it said before. Null: it says the same. The points alone do not tell: who
 * publishes with nothing changed, and goes on meanwhile, has a new overlay of the same points.
 */
export function publicationOf(
  before: Published,
  after: Published,
  { present, isPending, sent }: Here,
): Publication | null {
  if (before.document === after.document && before.version === after.version) return null
  if (sameContent(present, after.document)) return { isTakenOver: false, isBase: true }
  const isTakenOver = sameContent(present, before.document) && !isPending
  const isOwn = sent !== null && sameWarp(sent, after.document)
  return { isTakenOver, isBase: isTakenOver || isOwn }
}
