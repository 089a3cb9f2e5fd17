import type { Readable } from 'node:stream'
import type { Database } from '../../db/database.ts'
import { openClaimsOf, ownedData, ownMapIds, removeUser } from '../../db/queries/account-data.ts'
import type { UserRow } from '../../db/queries/accounts.ts'
import { forgetSubject } from '../../db/queries/attempts.ts'
import { lockMap } from '../../db/queries/map-writes.ts'
import type { NotificationRow } from '../../db/queries/notifications.ts'
import { userView } from './accounts.ts'
import { removeFilesLater } from '../maps/files/remove-files.ts'
import { notificationView } from '../notifications/notify.ts'
import { endClaim } from '../assignments/claims.ts'
import { Refusal } from '../refusal.ts'
import { announceEndedSessions } from './announce-ended-sessions.ts'
import { type PasswordDeps, requireCurrentPassword } from './current-password.ts'
import { jsonStream } from './json-stream.ts'
import { type AccountLimits, accountSubject, countExport } from './sign-in-limits.ts'

/** Exports that are sent at a time by one process; each is in memory by some megabytes at most. */
const EXPORTS_AT_ONCE = 8
const TRY_AGAIN_SECONDS = 60

export interface ExportDeps {
  readonly db: Database
  readonly accountLimits: AccountLimits
}

/** Sends users everything that is kept about them: one export of a user at a time, few an hour. */
export class AccountExports {
  /** Ids of the users to whom one is being sent. */
  readonly #running = new Set<string>()
  readonly #deps: ExportDeps

  constructor(deps: ExportDeps) {
    this.#deps = deps
  }

  /**
   * Everything kept about a user as JSON, read from the database while it is sent.
   *
   * @throws Refusal 429 where one of the user's, or too many of others, are being sent, or the user had several lately
   */
  async begin(user: UserRow): Promise<Readable> {
    if (this.#running.has(user.id) || this.#running.size >= EXPORTS_AT_ONCE)
      throw new Refusal(429, 'errors.tooManyRequests', {
        details: { seconds: TRY_AGAIN_SECONDS },
        retryAfterSeconds: TRY_AGAIN_SECONDS,
      })
    this.#running.add(user.id)
    try {
      await countExport(this.#deps.db, this.#deps.accountLimits, user.id)
    } catch (error) {
      this.#running.delete(user.id)
      throw error
    }
    const data = ownedData(this.#deps.db, user.id, accountSubject(user.email))
    const stream = jsonStream({
      user: userView(user),
      createdAt: user.createdAt.toISOString(),
      ...data,
      notifications: worded(data.notifications),
    })
    stream.once('close', () => this.#running.delete(user.id))
    return stream
  }
}

async function* worded(notices: AsyncIterable<NotificationRow>) {
  for await (const row of notices) {
    const { type, title, message, createdAt } = notificationView(row)
    yield { type, title, message, createdAt }
  }
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
    for (const map of await ownMapIds(tx, user.id)) await removeFilesLater(tx, map)
    await removeUser(tx, user.id)
    for (const subject of [user.id, accountSubject(user.email)]) await forgetSubject(tx, subject)
    await announceEndedSessions(tx, { userId: user.id, epoch: null })
  })
}
