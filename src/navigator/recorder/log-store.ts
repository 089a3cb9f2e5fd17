import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'

interface KeptPoint extends TrackPoint {
  readonly userId: string
  /** Points of one part follow one another. */
  readonly part: number
  /** Who has written it: windows that record at once number their parts alike. Earlier releases wrote none. */
  readonly writer?: string
}
interface KeptWaypoint extends Waypoint {
  readonly userId: string
}

interface LogSchema extends DBSchema {
  points: { key: number; value: KeptPoint; indexes: { userId: string } }
  waypoints: { key: string; value: KeptWaypoint; indexes: { userId: string } }
}

const DATABASE = 'palimpsest-field'

/** What a user records on this device; every change is on its disk before the promise is kept. */
export interface LogStore {
  readonly load: () => Promise<FieldLog>
  /** Parts are numbered from 0. */
  readonly addPoints: (points: readonly TrackPoint[], part: number) => Promise<void>
  readonly putWaypoints: (waypoints: readonly Waypoint[]) => Promise<void>
  readonly removeWaypoint: (id: string) => Promise<void>
  /** Removes what this store has given and taken; what another window has recorded since stays. */
  readonly clear: () => Promise<void>
}

/** Rejects, as all its calls do, where the browser forbids storage or the disk is full. */
export function openLogStore(userId: string): LogStore {
  const writer = crypto.randomUUID()
  const known = { lastPoint: -1, waypoints: new Set<string>() }
  let opened: Promise<IDBPDatabase<LogSchema>> | null = null
  const forget = () => (opened = null)
  const database = () => {
    // One that could not be opened, or that the browser has closed, is opened anew for the next change.
    opened ??= open(forget)
    opened.catch(forget)
    return opened
  }
  const writing = async (name: 'points' | 'waypoints') => {
    const transaction = (await database()).transaction(name, 'readwrite', { durability: 'strict' })
    return transaction
  }
  return {
    async load() {
      const transaction = (await database()).transaction(['points', 'waypoints'])
      const ofUser = transaction.objectStore('points').index('userId')
      const [points, pointKeys, waypoints] = await Promise.all([
        ofUser.getAll(userId),
        ofUser.getAllKeys(userId),
        transaction.objectStore('waypoints').index('userId').getAll(userId),
      ])
      known.lastPoint = pointKeys.at(-1) ?? -1
      for (const { id } of waypoints) known.waypoints.add(id)
      return {
        tracks: tracksOf(points),
        waypoints: waypoints
          .map(({ userId: _owner, ...waypoint }) => waypoint)
          .toSorted((a, b) => a.timeMs - b.timeMs),
      }
    },
    async addPoints(points, part) {
      const transaction = await writing('points')
      const store = transaction.objectStore('points')
      const added = points.map((point) => store.add?.({ ...point, userId, part, writer }))
      await Promise.all([...added, transaction.done])
    },
    async putWaypoints(waypoints) {
      const transaction = await writing('waypoints')
      const store = transaction.objectStore('waypoints')
      const put = waypoints.map((waypoint) => {
        known.waypoints.add(waypoint.id)
        return store.put?.({ ...waypoint, userId })
      })
      await Promise.all([...put, transaction.done])
    },
    async removeWaypoint(id) {
      await (await database()).delete('waypoints', id)
    },
    async clear() {
      const db = await database()
      const transaction = db.transaction(['points', 'waypoints'], 'readwrite', { durability: 'strict' })
      const points = transaction.objectStore('points')
      let cursor = await points.index('userId').openCursor(userId)
      while (cursor) {
        if (cursor.primaryKey <= known.lastPoint || cursor.value.writer === writer) void cursor.delete()
        cursor = await cursor.continue()
      }
      for (const id of known.waypoints) void transaction.objectStore('waypoints').delete(id)
      await transaction.done
    },
  }
}

/** The parts in the order in which they were begun. @param points as they were written */
function tracksOf(points: readonly KeptPoint[]): TrackPoint[][] {
  const parts = new Map<string, TrackPoint[]>()
  for (const { part, writer, userId: _owner, ...point } of points) {
    const key = `${writer ?? ''} ${part}`
    const begun = parts.get(key)
    if (begun) begun.push(point)
    else parts.set(key, [point])
  }
  return [...parts.values()]
}

function open(onClosed: () => void): Promise<IDBPDatabase<LogSchema>> {
  return openDB<LogSchema>(DATABASE, 1, {
    terminated: onClosed,
    upgrade(database) {
      const points = database.createObjectStore('points', { autoIncrement: true })
      points.createIndex('userId', 'userId')
      database.createObjectStore('waypoints', { keyPath: 'id' }).createIndex('userId', 'userId')
    },
  })
}
