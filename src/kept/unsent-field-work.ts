import { useSyncExternalStore } from 'react'
import { storedText } from '../ui/stored-value.ts'
import { valueStore } from '../ui/value-store.ts'

/** What was recorded or placed in the field without a connection, and is on this device alone. */
export interface UnsentFieldWork {
  /** A track or places, not saved as a file since. */
  readonly hasLog: boolean
  /** The maps whose drafts have control points that the account does not have. */
  readonly mapIds: readonly string[]
}

const NOTHING: UnsentFieldWork = { hasLog: false, mapIds: [] }
/** Marks beside what is kept: a page that only asks whether there is something opens no database. */
const stored = (userId: string) => storedText(`navigator.unsent.${userId}`)
/** Counts the changes that this tab has stored. */
const changes = valueStore(0)

export function unsentFieldWork(userId: string): UnsentFieldWork {
  return parsed(read(userId))
}

/** Changes what is said to be unsent. Where the browser forbids storage nothing is remembered. */
export function noteUnsent(userId: string, change: (last: UnsentFieldWork) => UnsentFieldWork): void {
  const last = read(userId)
  const next = JSON.stringify(change(parsed(last)))
  if (next === last) return
  if (!stored(userId).write(next === JSON.stringify(NOTHING) ? undefined : next)) return
  changes.set(changes.get() + 1)
}

/** A track or a place was recorded. */
export const noteLog = (userId: string) => noteUnsent(userId, (last) => ({ ...last, hasLog: true }))
/** It was saved as a file, removed, or is not wanted. */
export const forgetLog = (userId: string) => noteUnsent(userId, (last) => ({ ...last, hasLog: false }))
/** A point was placed on a map, and this device alone has it. */
export const notePoints = (userId: string, mapId: string) =>
  noteUnsent(userId, (last) => ({ ...last, mapIds: [...new Set([...last.mapIds, mapId])] }))
/** The account has it. */
export const forgetPoints = (userId: string, mapId: string) =>
  noteUnsent(userId, (last) => ({ ...last, mapIds: last.mapIds.filter((id) => id !== mapId) }))

/** Whether a user has unsent work of the field, as text that changes with it; null: none. */
export function useUnsentMark(userId: string | undefined): string | null {
  return useSyncExternalStore(changes.subscribe, () => (userId === undefined ? null : read(userId)))
}

/** Whether a map has points that the account does not have. */
export function useHasUnsentPoints(userId: string, mapId: string | undefined): boolean {
  return useSyncExternalStore(
    changes.subscribe,
    () => mapId !== undefined && unsentFieldWork(userId).mapIds.includes(mapId),
  )
}

const read = (userId: string): string | null => stored(userId).read() ?? null

function parsed(text: string | null): UnsentFieldWork {
  try {
    const { hasLog, mapIds } = JSON.parse(text ?? '{}') as Partial<Record<keyof UnsentFieldWork, unknown>>
    const ids = Array.isArray(mapIds) ? mapIds.filter((id): id is string => typeof id === 'string') : []
    return { hasLog: hasLog === true, mapIds: ids }
  } catch {
    return NOTHING
  }
}
