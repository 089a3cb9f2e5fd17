import { EMPTY_LOG } from './field-log.ts'
import type { FieldLog, TrackPoint, Waypoint } from './field-log.ts'
import type { LogStore } from './log-store.ts'

/** What could not be written is tried again after this long, ms. */
export const WRITE_AGAIN_MS = 5_000

/** Writes to the device's disk what is recorded, in order; what it does not take stays in memory and is tried again. */
export interface LogWriter {
  /** Reads what is kept; until that has succeeded nothing is written. Tried again by itself. */
  readonly start: () => void
  readonly addPoints: (points: readonly TrackPoint[], part: number) => void
  readonly putWaypoints: (waypoints: readonly Waypoint[]) => void
  readonly removeWaypoint: (id: string) => void
  readonly clear: () => void
  readonly tryAgain: () => void
}

interface LogWriterOptions {
  /** The stored log has been loaded; called once. The parts that were begun before are numbered after it from now on. */
  readonly onRead: (kept: FieldLog) => void
  /** False: the device does not take something. True: all is on its disk. */
  readonly onWritten: (isAll: boolean) => void
}

/** Pending work is kept as what is to be, not as a list of steps: it does not grow with each failed attempt. */
export function createLogWriter(store: LogStore, { onRead, onWritten }: LogWriterOptions): LogWriter {
  let hasRead = false
  let isCleared = false
  let points = new Map<number, TrackPoint[]>()
  /** Null: it is to go. */
  const waypoints = new Map<string, Waypoint | null>()
  let isWriting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isPending = () => isCleared || points.size > 0 || waypoints.size > 0

  async function read() {
    if (hasRead) return
    const kept = await store.load()
    hasRead = true
    // Of what is to be cleared nothing is shown again. What was begun before comes after what was kept.
    const shown = isCleared ? EMPTY_LOG : kept
    points = new Map([...points].map(([part, added]) => [part + shown.tracks.length, added]))
    onRead(shown)
  }

  async function writeCleared() {
    if (!isCleared) return
    isCleared = false
    try {
      await store.clear()
    } catch (error) {
      isCleared = true
      throw error
    }
  }

  async function writePoints(part: number, added: TrackPoint[]) {
    // More may be added meanwhile.
    const written = [...added]
    await store.addPoints(written, part)
    added.splice(0, written.length)
    if (added.length === 0 && points.get(part) === added) points.delete(part)
  }

  async function writeWaypoints() {
    const changed = [...waypoints]
    if (changed.length === 0) return
    const put = changed.flatMap(([, waypoint]) => waypoint ?? [])
    if (put.length > 0) await store.putWaypoints(put)
    for (const [id, waypoint] of changed) if (!waypoint) await store.removeWaypoint(id)
    for (const [id, waypoint] of changed) if (waypoints.get(id) === waypoint) waypoints.delete(id)
  }

  /** What can be written is, whatever else fails. */
  async function writeAll() {
    await read()
    await writeCleared()
    const results = await Promise.allSettled([
      ...[...points].map(([part, added]) => writePoints(part, added)),
      writeWaypoints(),
    ])
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  async function write() {
    clearTimeout(timer)
    if (isWriting) return
    isWriting = true
    try {
      do await writeAll()
      while (isPending())
      onWritten(true)
    } catch (error) {
      console.warn(error)
      timer = setTimeout(tryAgain, WRITE_AGAIN_MS)
      onWritten(false)
    }
    isWriting = false
  }

  const tryAgain = () => void write()

  return {
    start: tryAgain,
    addPoints(added, part) {
      const pending = points.get(part)
      if (pending) pending.push(...added)
      else points.set(part, [...added])
      tryAgain()
    },
    putWaypoints(changed) {
      for (const waypoint of changed) waypoints.set(waypoint.id, waypoint)
      tryAgain()
    },
    removeWaypoint(id) {
      waypoints.set(id, null)
      tryAgain()
    },
    clear() {
      isCleared = true
      points = new Map()
      waypoints.clear()
      tryAgain()
    },
    tryAgain,
  }
}
