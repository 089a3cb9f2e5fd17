import { enabledCount } from '../../../contract/rules/control-points.ts'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { OPEN_EVENT_KINDS, type MapEventKind } from '../../../contract/api/map-history.ts'
import type { RecordedChange } from '../../../contract/rules/map-fields.ts'
import type { Database } from '../database.ts'
import { newId } from '../new-id.ts'
import { users } from '../schema/accounts.ts'
import { mapEvents } from '../schema/map-events.ts'
import { mapVersions } from '../schema/maps.ts'
import type { VersionRow } from './transforms.ts'

export interface NewMapEvent {
  readonly mapId: string
  readonly kind: MapEventKind
  /** Who did it; null: the clock. */
  readonly userId: string | null
  /** Whose claim it was about. */
  readonly workerId?: string
  readonly version?: VersionRow
  readonly reason?: string | null
  readonly note?: string | null
  /** Metadata that was proposed, taken over or corrected. */
  readonly changes?: RecordedChange[]
}

/** Notes what happens to a map, in the transaction in which it happens. */
export async function recordMapEvent(
  tx: Database,
  { version, changes, ...event }: NewMapEvent,
): Promise<void> {
  const overlay = version && {
    version: version.n,
    transformationType: version.transformation.transformationType,
    pointCount: enabledCount(version.transformation),
  }
  const changed = changes && changes.length > 0 && { changes }
  await tx.insert(mapEvents).values({ id: newId(), ...event, ...overlay, ...changed })
}

/** Who asks, and whether everything is theirs to know. */
export interface EventViewer {
  readonly id: string
  readonly isOwner: boolean
}

/** Events of a map that a viewer may know of, newest first, and how many there are. */
export async function listMapEvents(
  db: Database,
  mapId: string,
  viewer: EventViewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const own = or(
    inArray(mapEvents.kind, [...OPEN_EVENT_KINDS]),
    eq(mapEvents.userId, viewer.id),
    eq(mapEvents.workerId, viewer.id),
  )
  const known = and(eq(mapEvents.mapId, mapId), viewer.isOwner ? undefined : own)
  const workers = alias(users, 'workers')
  const rows = await db
    .select({
      event: mapEvents,
      username: users.username,
      worker: workers.username,
      keptVersionId: mapVersions.id,
    })
    .from(mapEvents)
    .leftJoin(users, eq(users.id, mapEvents.userId))
    .leftJoin(workers, eq(workers.id, mapEvents.workerId))
    .leftJoin(mapVersions, and(eq(mapVersions.mapId, mapEvents.mapId), eq(mapVersions.n, mapEvents.version)))
    .where(known)
    .orderBy(desc(mapEvents.happenedAt), desc(mapEvents.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(mapEvents, known) }
}

/** What was said with the latest submission of a map's transformation, and when; undefined: there was none. */
export async function latestSubmission(
  db: Database,
  mapId: string,
): Promise<{ note: string | null; happenedAt: Date } | undefined> {
  const [row] = await db
    .select({ note: mapEvents.note, happenedAt: mapEvents.happenedAt })
    .from(mapEvents)
    .where(and(eq(mapEvents.mapId, mapId), eq(mapEvents.kind, 'submitted')))
    .orderBy(desc(mapEvents.happenedAt))
    .limit(1)
  return row
}
