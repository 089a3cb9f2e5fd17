import type { Database } from '../../db/database.ts'
import { announce } from '../notifications/announce.ts'

/** Which of a user's sessions have ended: one, all but one, or all of them. */
export interface EndedSessions {
  readonly userId: string
  readonly sessionId?: string
  readonly exceptSessionId?: string
  /** The user's epoch now (`raiseAccessEpoch`); null: the account has ended. */
  readonly epoch: number | null
}

/** Announces that sessions have ended, and with them the signed paths that the user was given, in whichever session. */
export async function announceEndedSessions(tx: Database, ended: EndedSessions): Promise<void> {
  await announce(tx, { kind: 'sessionsEnded', ...ended })
  // The windows of sessions that are left ask for new paths.
  if (ended.sessionId !== undefined || ended.exceptSessionId !== undefined)
    await announce(tx, { kind: 'map', userIds: [ended.userId], map: { mapId: '' } })
}
