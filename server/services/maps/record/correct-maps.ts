import type { z } from 'zod'
import { type correctMaps as call, MOST_REFUSED_NAMED } from '../../../../contract/api/correct-maps.ts'
import type { MessageKey } from '../../../../contract/api/messages.ts'
import type { Database } from '../../../db/database.ts'
import { isId } from '../../../db/new-id.ts'
import { mapsWithOpenClaim } from '../../../db/queries/assignments.ts'
import {
  columnsFor,
  fieldsOf,
  lockMaps,
  type MapColumns,
  updateMapColumns,
} from '../../../db/queries/map-writes.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { recordedChanges, refuseOvertaken, withChange } from './field-changes.ts'
import { changeVisibility, noPermission, refuseTakenDown } from './maps.ts'
import { requireReadableDate } from './readable-date.ts'
import { announceMap, announcePublicMap, recordEvent } from './record-event.ts'

type Asked = z.output<(typeof call)['body']>['maps']
type Changes = Asked[number]['changes']

/** Longest value of somebody else's that a refusal repeats, in UTF-16 units. */
const LONGEST_REPEATED = 200

/**
 * Changes the metadata of many maps of one owner, all or none.
 *
 * @returns how many were changed
 * @throws Refusal 400, 403, 404 or 409, by the first map that is refused; names up to `MOST_REFUSED_NAMED` of them
 */
export function correctMaps(db: Database, ownerId: string, asked: Asked): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = asked.map(({ id }) => id).filter(isId)
    const locked = new Map((await lockMaps(tx, ids)).map((map) => [map.id, map]))
    const claimed = await mapsWithOpenClaim(tx, [...locked.keys()])
    const judge = (id: string, changes: Changes): MapColumns => {
      const map = ownMap(locked.get(id), ownerId)
      if (claimed.has(id)) throw new Refusal(403, 'errors.maps.assigned')
      requireReadableDate(changes)
      refuseOvertaken(fieldsOf(map), changes)
      withChange(fieldsOf(map), changes)
      if (changes.isPublic === true) refuseTakenDown(map)
      return map
    }
    const refusals = new Map<number, Refusal>()
    const judged = asked.flatMap(({ id, changes }, place) => {
      try {
        return [{ map: judge(id, changes), changes }]
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refusals.set(place, error)
        return []
      }
    })
    if (refusals.size > 0) throw together(refusals)
    let changed = 0
    for (const { map, changes } of judged) if (await correctMap(tx, map, changes)) changed += 1
    return changed
  })
}

/** @throws Refusal 404 where the caller cannot know of the map, 403 where it is somebody else's */
function ownMap(map: MapColumns | undefined, callerId: string): MapColumns {
  if (map?.ownerId === callerId) return map
  throw map?.isPublic && map.takenDownAt === null ? noPermission() : notFound()
}

/** @returns whether the map was not so already */
async function correctMap(tx: Database, map: MapColumns, changes: Changes): Promise<boolean> {
  const { isPublic = map.isPublic, acceptsClaims = map.acceptsClaims } = changes
  const stored = fieldsOf(map)
  const wanted = withChange(stored, changes)
  const recorded = recordedChanges(stored, wanted)
  if (recorded.length > 0) {
    await updateMapColumns(tx, map.id, columnsFor(wanted))
    await recordEvent(tx, map, { kind: 'corrected', userId: map.ownerId, changes: recorded })
  }
  if (acceptsClaims !== map.acceptsClaims) await updateMapColumns(tx, map.id, { acceptsClaims })
  await changeVisibility(tx, map, isPublic)
  const isChanged = recorded.length > 0 || acceptsClaims !== map.acceptsClaims || isPublic !== map.isPublic
  if (isChanged) {
    await announceMap(tx, map, [])
    await announcePublicMap(tx, map)
  }
  return isChanged
}

/** One refusal for many maps: the first gives status and text, each is named by its place in the request. */
function together(refusals: ReadonlyMap<number, Refusal>): Refusal {
  const [first] = refusals.values()
  const fields: Record<string, MessageKey> = {}
  const fieldDetails: Record<string, Record<string, string | number>> = {}
  for (const [place, refusal] of [...refusals].slice(0, MOST_REFUSED_NAMED)) {
    if (!refusal.fields) fields[`maps.${place}.id`] = refusal.messageKey
    for (const [field, messageKey] of Object.entries(refusal.fields ?? {})) {
      fields[`maps.${place}.changes.${field}`] = messageKey
      fieldDetails[`maps.${place}.changes.${field}`] = shortened(refusal.fieldDetails[field])
    }
  }
  return new Refusal(first?.status ?? 400, 'errors.maps.notCorrected', {
    details: { count: refusals.size },
    fields,
    fieldDetails,
  })
}

const shortened = (details: Readonly<Record<string, string | number>> = {}) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > LONGEST_REPEATED
        ? `${value.slice(0, LONGEST_REPEATED).replace(/\p{Surrogate}$/u, '')}…`
        : value,
    ]),
  )
