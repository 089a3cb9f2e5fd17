import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'

interface KeptPoint extends TrackPoint {
  readonly userId: string
  /** Points of one part follow one another. */
  readonly part: number
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
  readonly clear: () => Promise<void>
}

/** Rejects, as all its calls do, where the browser forbids storage or the disk is full. */
export function openLogStore(userId: string): LogStore {
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
      const db = await database()
      const [points, waypoints] = await Promise.all([
        db.getAllFromIndex('points', 'userId', userId),
        db.getAllFromIndex('waypoints', 'userId', userId),
      ])
      const tracks: TrackPoint[][] = []
      for (const { part, userId: _owner, ...point } of points) (tracks[part] ??= []).push(point)
      return {
        tracks: Array.from(tracks, (track) => track ?? []),
        waypoints: waypoints
          .map(({ userId: _owner, ...waypoint }) => waypoint)
          .toSorted((a, b) => a.timeMs - b.timeMs),
      }
    },
    async addPoints(points, part) {
      const transaction = await writing('points')
      const store = transaction.objectStore('points')
      const added = points.map((point) => store.add?.({ ...point, userId, part }))
      await Promise.all([...added, transaction.done])
    },
    async putWaypoints(waypoints) {
      const transaction = await writing('waypoints')
      const store = transaction.objectStore('waypoints')
      const put = waypoints.map((waypoint) => store.put?.({ ...waypoint, userId }))
      await Promise.all([...put, transaction.done])
    },
    async removeWaypoint(id) {
      await (await database()).delete('waypoints', id)
    },
    async clear() {
      const db = await database()
      const transaction = db.transaction(['points', 'waypoints'], 'readwrite', { durability: 'strict' })
      for (const name of ['points', 'waypoints'] as const) {
        const store = transaction.objectStore(name)
        for (const key of await store.index('userId').getAllKeys(userId)) void store.delete(key)
      }
      await transaction.done
    },
  }
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
