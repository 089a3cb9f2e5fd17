import { messageText } from '../../../contract/api/messages.ts'
import type { Database } from '../../db/database.ts'
import { type AttemptCount, countAttempts, reserveAttempt } from '../../db/queries/attempts.ts'
import { Refusal } from '../refusal.ts'

const WINDOW_MINUTES = 60

export interface TransformLimit {
  readonly canTransform: boolean
  /** Null where there is no limit. */
  readonly remainingAttempts: number | null
  readonly minutesRemaining: number
  readonly nextAttemptAt: string | null
  /** Why no transform is allowed now; null where one is. */
  readonly error: string | null
}

function stateOf({ count, oldestLeavesAt }: AttemptCount, perHour: number): TransformLimit {
  const canTransform = count < perHour
  const minutes = oldestLeavesAt ? Math.ceil((oldestLeavesAt.getTime() - Date.now()) / 60_000) : 0
  const minutesRemaining = canTransform ? 0 : Math.max(1, minutes)
  return {
    canTransform,
    remainingAttempts: Math.max(0, perHour - count),
    minutesRemaining,
    nextAttemptAt: canTransform ? null : (oldestLeavesAt?.toISOString() ?? null),
    error: canTransform ? null : messageText('errors.transform.limitReached', { minutes: minutesRemaining }),
  }
}

export async function transformLimit(db: Database, userId: string, perHour: number): Promise<TransformLimit> {
  if (perHour === 0)
    return {
      canTransform: true,
      remainingAttempts: null,
      minutesRemaining: 0,
      nextAttemptAt: null,
      error: null,
    }
  const limit = { kind: 'transform' as const, windowMinutes: WINDOW_MINUTES, max: perHour }
  return stateOf(await countAttempts(db, limit, { subject: userId }), perHour)
}

/** Counts one transform of a user. @throws Refusal 429 with when the next is possible */
export async function countTransform(db: Database, userId: string, perHour: number): Promise<bigint | null> {
  if (perHour === 0) return null
  const { id, states } = await reserveAttempt(db, { kind: 'transform', subject: userId, address: '' }, [
    { windowMinutes: WINDOW_MINUTES, max: perHour, scope: { subject: userId } },
  ])
  if (id !== null) return id
  throw limitReached('errors.transform.limitReached', stateOf(states[0]!, perHour))
}

/** The refusal of what needs a transform while none is left. */
export function limitReached(
  messageKey: 'errors.transform.limitReached' | 'errors.claims.limitReached',
  { minutesRemaining, nextAttemptAt }: Pick<TransformLimit, 'minutesRemaining' | 'nextAttemptAt'>,
): Refusal {
  return new Refusal(429, messageKey, {
    details: { minutes: minutesRemaining },
    extra: { minutesRemaining, nextAttemptAt, remainingAttempts: 0 },
    retryAfterSeconds: minutesRemaining * 60,
  })
}
