import { z } from 'zod'
import { cornersSchema } from '../../contract/api/map-record.ts'
import { tellAllFollowers } from '../services/follows/follow-notices.ts'
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

/** Tells those who follow a map, its maker or its place what is new. */
export function tellFollowersTask({ db }: JobDeps): Task {
  return async (payload) => tellAllFollowers(db, payloadSchema.parse(payload).event)
}
