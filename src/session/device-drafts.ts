import { DRAFT_DATABASE } from '../../contract/constants.ts'
import { withStore } from './device-database.ts'

/** What is looked at of a draft: `Draft` in `src/drafts/draft-store.ts`. */
interface StoredDraft {
  readonly userId?: unknown
  /** The account holds just this. Drafts of earlier releases do not say so. */
  readonly isKept?: unknown
}

const isInAccount = ({ isKept }: StoredDraft) => isKept === true

/** How many drafts of a user are on this device alone. */
export async function countUnsentDrafts(userId: string): Promise<number> {
  const drafts = await withStore<StoredDraft[]>(DRAFT_DATABASE, 'drafts', 'readonly', (store) =>
    store.getAll(),
  )
  return (drafts ?? []).filter((draft) => draft.userId === userId && !isInAccount(draft)).length
}

/**
 * Removes from this device the drafts that an account holds, whoever made them, and of one user all others too: of who
 * has been asked.
 */
export async function removeDrafts(askedUserId?: string): Promise<void> {
  await withStore(DRAFT_DATABASE, 'drafts', 'readwrite', (store) => {
    const walking = store.openCursor()
    walking.addEventListener('success', () => {
      const cursor = walking.result
      if (!cursor) return
      const draft = cursor.value as StoredDraft
      if (isInAccount(draft) || (askedUserId !== undefined && draft.userId === askedUserId)) cursor.delete()
      cursor.continue()
    })
    return walking
  })
}
