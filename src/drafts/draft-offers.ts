import type { Draft } from './draft-store.ts'
import type { ServerCopy, Work } from './draft-sync.ts'
import { sameContent } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** Unpublished work that waits to be taken up. */
export interface OfferedDraft extends Work {
  readonly savedAt: number
  readonly from: 'browser' | 'account'
}

/**
 * Which drafts to offer: the one of this browser, the one of the account, or, where both went on from another, both. The
 * newer stands first. What equals the published document is none.
 */
export function draftOffers(
  published: EditorDocument,
  local: Draft | undefined,
  server: ServerCopy | null,
): readonly OfferedDraft[] {
  const isWork = (document: EditorDocument | undefined) =>
    document !== undefined && !sameContent(document, published)
  const here = local && isWork(local.document) ? offerOf(local, 'browser') : null
  const there = server && isWork(server.document) ? offerOf(server, 'account') : null
  if (!here || !there || !local || !server) return [here ?? there].flatMap((offer) => offer ?? [])
  if (sameContent(here.document, there.document)) return [{ ...here, baseVersion: latestBase(here, there) }]
  if (local.follows === server.version) return [here]
  // Nothing was changed here since the server had it: the other is simply newer.
  if (local.isKept) return [there]
  return [here, there].sort((a, b) => b.savedAt - a.savedAt)
}

/** The same work may have been kept before and after its first part was published. */
function latestBase(a: Work, b: Work): number | null {
  const numbers = [a.baseVersion, b.baseVersion].filter((n) => n !== null)
  return numbers.length > 0 ? Math.max(...numbers) : null
}

const offerOf = ({ document, baseVersion, savedAt }: Draft | ServerCopy, from: OfferedDraft['from']) => ({
  document,
  baseVersion,
  savedAt,
  from,
})
