import type { Draft } from './draft-store.ts'
import type { ServerCopy, Work } from './draft-sync.ts'
import { sameContent, sameWarp } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** Unpublished work that waits to be taken up. */
export interface OfferedDraft extends Work {
  readonly savedAt: number
  /** What was last sent from here to be published. */
  readonly sent: EditorDocument | null
  readonly from: 'browser' | 'account'
}

/**
 * Which drafts to offer: the one of this browser, the one of the account, or, where both went on from another, both. The
 * newer stands first. What equals the published document is none. What was sent from here and is published now is no one
 * else's overlay: the work goes on from it, even where the page was left before the answer came.
 */
export function draftOffers(
  { document: published, baseVersion: version }: Work,
  local: Draft | undefined,
  server: ServerCopy | null,
): readonly OfferedDraft[] {
  const isWork = (document: EditorDocument | undefined) =>
    document !== undefined && !sameContent(document, published)
  const sent = local?.sent ?? null
  const isPublishedFromHere = sent !== null && sameWarp(sent, published)
  const offerOf = ({ document, baseVersion, savedAt }: Draft | ServerCopy, from: OfferedDraft['from']) => ({
    document,
    baseVersion: isPublishedFromHere && from === 'browser' ? version : baseVersion,
    savedAt,
    sent,
    from,
  })
  const here = local && isWork(local.document) ? offerOf(local, 'browser') : null
  const there = server && isWork(server.document) ? offerOf(server, 'account') : null
  if (!here || !there || !local || !server) return [here ?? there].flatMap((offer) => offer ?? [])
  if (sameContent(here.document, there.document)) return [{ ...here, baseVersion: latestBase(here, there) }]
  if (local.follows === server.version) return [here]
  // Nothing was changed here since the server had it: the other is simply newer.
  if (local.isKept) return [there]
  return [here, there].sort((a, b) => b.savedAt - a.savedAt)
}

/**
 * The draft that is taken up without a question: there is no other to choose from, and nothing was published since it was
 * begun. Undo takes its points back one by one, so that nothing can be lost by it.
 *
 * @param version - of the overlay that is published; null: none is.
 */
export function draftWithoutQuestion(
  offers: readonly OfferedDraft[],
  version: number | null,
): OfferedDraft | undefined {
  const [only, ...others] = offers
  const isOfSameOverlay = version === null || only?.baseVersion === version
  return others.length === 0 && isOfSameOverlay ? only : undefined
}

/** The same work may have been kept before and after its first part was published. */
export function latestBase(a: Pick<Work, 'baseVersion'>, b: Pick<Work, 'baseVersion'>): number | null {
  const numbers = [a.baseVersion, b.baseVersion].filter((n) => n !== null)
  return numbers.length > 0 ? Math.max(...numbers) : null
}
