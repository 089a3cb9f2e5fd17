import { z } from 'zod'
import { queryableOf } from '../db/database.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import { EXPIRE_CLAIM, releaseIfOver, remindOwner, warnOfEnd } from '../services/assignments/claims.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

const claimPayload = z.object({ assignmentId: z.string() })
const reminderPayload = z.object({ assignmentId: z.string(), daysLeft: z.number() })

/** Ends a claim at its minute. */
export function expireClaimTask({ db }: JobDeps): Task {
  return async (payload) => {
    const { assignmentId } = claimPayload.parse(payload)
    const runAt = await releaseIfOver(db, assignmentId)
    // The database's clock may be ahead of ours, or the claim was submitted meanwhile.
    if (runAt) {
      const key = `${EXPIRE_CLAIM}:${assignmentId}`
      await enqueueJob(queryableOf(db), EXPIRE_CLAIM, { assignmentId }, { runAt, key })
    }
  }
}

/** Warns a claim's user that its time ends soon. */
export function warnOfEndTask({ db }: JobDeps): Task {
  return async (payload) => warnOfEnd(db, claimPayload.parse(payload).assignmentId)
}

/** Reminds an owner that a submitted transformation waits for them. */
export function remindOwnerTask({ db }: JobDeps): Task {
  return async (payload) => {
    const { assignmentId, daysLeft } = reminderPayload.parse(payload)
    await remindOwner(db, assignmentId, daysLeft)
  }
}
