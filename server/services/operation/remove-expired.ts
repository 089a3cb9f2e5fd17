import { MAP_ARCHIVE_DAYS } from '../../../contract/api/map-archive.ts'
import { TRASH_DAYS } from '../../../contract/constants.ts'
import { removeOldAttempts } from '../../db/queries/attempts.ts'
import { removeEndedApiTokens } from '../../db/queries/api-tokens.ts'
import { removeOldChanges } from '../../db/queries/map-columns.ts'
import { removeOldMails } from '../../db/queries/mails.ts'
import { removeEndedSessions } from '../../db/queries/sessions.ts'
import { removeOldSignIns } from '../../db/queries/sign-ins.ts'
import { expiredTrash, removeExpiredMap } from '../../db/queries/stored-files.ts'
import { takeOldArchives } from '../../db/queries/map-archives.ts'
import { removeFiles } from '../maps/files/remove-files.ts'
import { type DataDeps, ORPHAN_AFTER_MS, unreferencedFiles } from './check-data.ts'

/** Name of the job that clears away what nobody needs any more; it runs every hour. */
export const CLEAN_UP = 'clean-up'
export const CLEAN_UP_PERIOD_MS = 3_600_000

/** Removes what has lain in the trash for 30 days, ended sessions, old counts, sign-ins, records of mails and of changes, files of tiles, and files that no row speaks of. */
export async function cleanUp(deps: DataDeps, signal: AbortSignal, now = Date.now()): Promise<void> {
  const { db, files } = deps
  await removeEndedSessions(db)
  await removeOldAttempts(db)
  await removeOldSignIns(db)
  await removeOldMails(db)
  await removeEndedApiTokens(db)
  await removeOldChanges(db)
  for (const id of await expiredTrash(db, TRASH_DAYS)) {
    signal.throwIfAborted()
    // The row goes first: files without a row are cleared away later, a row without files would be damage.
    const removed = await removeExpiredMap(db, id, TRASH_DAYS)
    if (removed) await removeFiles(deps, { mapId: id, ...removed })
  }
  for (const key of await takeOldArchives(db, MAP_ARCHIVE_DAYS)) await files.remove(key)
  for await (const { key, storedAt } of unreferencedFiles(deps)) {
    signal.throwIfAborted()
    if (now - storedAt.getTime() > ORPHAN_AFTER_MS) await files.remove(key)
  }
}
