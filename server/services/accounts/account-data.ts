import type { exportAccount } from '../../../contract/api/auth.ts'
import type { ReplyOf } from '../../../contract/api/define-call.ts'
import type { Database } from '../../db/database.ts'
import { openClaimsOf, ownedData, ownMapIds, removeUser } from '../../db/queries/account-data.ts'
import type { UserRow } from '../../db/queries/accounts.ts'
import { forgetSubject } from '../../db/queries/attempts.ts'
import { lockMap } from '../../db/queries/map-writes.ts'
import { userView } from './accounts.ts'
import { removeFilesLater } from '../maps/files/remove-files.ts'
import { announce } from '../notifications/announce.ts'
import { endClaim } from '../assignments/claims.ts'
import { type PasswordDeps, requireCurrentPassword } from './current-password.ts'
import { accountSubject } from './sign-in-limits.ts'

/** Everything kept about a user, for them to take along. */
export async function accountExport(db: Database, user: UserRow): Promise<ReplyOf<typeof exportAccount>> {
  const data = await ownedData(db, user.id)
  return { user: userView(user), createdAt: user.createdAt.toISOString(), ...data }
}

/**
 * Ends an account at once: its maps, catalogs, ratings, comments, notifications and sessions go with it; what it did to maps of
 * others under a claim that has not been decided is put back. The files follow by a job.
 *
 * @throws Refusal 400 where the password is wrong, 429
 */
export async function endAccount(deps: PasswordDeps, user: UserRow, password: string): Promise<void> {
  await requireCurrentPassword(deps, user, password, 'password')
  await deps.db.transaction(async (tx) => {
    for (const claim of await openClaimsOf(tx, user.id)) {
      const map = await lockMap(tx, claim.mapId)
      if (map) await endClaim(tx, map, claim, { outcome: 'released', by: user.id })
    }
    for (const mapId of await ownMapIds(tx, user.id)) await removeFilesLater(tx, mapId)
    await removeUser(tx, user.id)
    for (const subject of [user.id, accountSubject(user.email)]) await forgetSubject(tx, subject)
    await announce(tx, { kind: 'sessionsEnded', userId: user.id })
  })
}
