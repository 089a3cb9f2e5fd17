import { z } from 'zod'
import { cornersSchema } from '../../contract/api/map-record.ts'
import { notifyAllFollowers } from '../services/follows/follow-notices.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

const payloadSchema = z.object({
  event: z.object({
    id: z.string(),
    mapId: z.string(),
    what: z.enum(['overlay', 'shown', 'comment']),
    isNew: z.boolean(),
    before: cornersSchema.nullable(),
    except: z.array(z.string()),
  }),
})

/** Notifies those who follow a map, its maker or its place. */
export function notifyFollowersTask({ db }: JobDeps): Task {
  return async (payload) => notifyAllFollowers(db, payloadSchema.parse(payload).event)
}
