import { type Database, queryableOf } from '../../db/database.ts'
import { sendMessage } from '../../db/jobs/messages.ts'
import { EVENT_CHANNEL, type InstanceEvent } from './event-hub.ts'

/** Tells all processes of the instance what happened; within a transaction, when it commits. */
export function announce(db: Database, event: InstanceEvent): Promise<void> {
  return sendMessage(queryableOf(db), EVENT_CHANNEL, event)
}
