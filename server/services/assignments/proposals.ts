import {
  type FieldChange,
  type MapChanges,
  OWNERS_FIELDS,
  type ProposableField,
} from '../../../contract/rules/map-fields.ts'
import type { Database } from '../../db/database.ts'
import {
  type AssignmentRow,
  claimsWithSnapshot,
  openAssignment,
  replaceSnapshot,
  setProposal,
} from '../../db/queries/assignments.ts'
import {
  columnsFor,
  fieldsOf,
  lockMap,
  type MapColumns,
  updateMapColumns,
} from '../../db/queries/map-writes.ts'
import { fieldChanges, refuseOvertaken, valuesOf, withChange } from '../maps/record/field-changes.ts'
import { notify } from '../notifications/notify.ts'
import { Refusal } from '../refusal.ts'

/**
 * Adds to what the user of a claim proposes; the map stays as it is. A field that is to be what the map has already is
 * proposed no longer.
 *
 * @throws Refusal 400, 403 for a field that is the owner's alone or where the map is not the user's to work on, 409
 */
export async function proposeChanges(
  tx: Database,
  map: MapColumns,
  userId: string,
  change: MapChanges,
): Promise<void> {
  const claim = await openAssignment(tx, map.id)
  if (!claim || claim.userId !== userId) throw new Refusal(403, 'errors.claims.notYours')
  requireProposable(map, change)
  const stored = fieldsOf(map)
  const proposed = { ...stored, ...claim.proposal }
  refuseOvertaken(proposed, change)
  const changes = fieldChanges(stored, withChange(proposed, change))
  await setProposal(tx, claim.id, valuesOf(changes))
  if (changes.length > 0) await notifyOwner(tx, map, claim)
}

/** Refuses to change what is the owner's alone; what is sent as it is stays so. @throws Refusal 403 with the fields */
function requireProposable(map: MapColumns, change: MapChanges): void {
  const names = [...OWNERS_FIELDS, 'isPublic', 'acceptsClaims'] as const
  const wrong = names.filter((name) => change[name] !== undefined && change[name] !== map[name])
  if (wrong.length > 0)
    throw new Refusal(403, 'errors.maps.ownersFields', {
      fields: Object.fromEntries(wrong.map((name) => [name, 'errors.fields.ownersAlone'])),
    })
}

/** Notifies an owner, once for a claim, that its user proposes changes of the metadata. */
async function notifyOwner(tx: Database, map: MapColumns, claim: AssignmentRow): Promise<void> {
  await notify(tx, {
    userId: map.ownerId,
    senderId: claim.userId,
    type: 'map_details_changed',
    actionUrl: '/assigned-maps-to-others',
    actionRequired: false,
    once: `details ${claim.id}`,
    data: { mapId: map.id, mapTitle: map.title },
  })
}

/**
 * Changes a map as the user of a claim proposed.
 *
 * @param leave proposed fields that are to stay as they are
 * @returns what was changed
 * @throws Refusal 400 where what is taken over and what is left contradict each other
 */
export async function takeOverProposal(
  tx: Database,
  map: MapColumns,
  claim: AssignmentRow,
  leave: readonly ProposableField[],
): Promise<FieldChange[]> {
  const stored = fieldsOf(map)
  const changes = fieldChanges(stored, claim.proposal).filter(({ field }) => !leave.includes(field))
  if (changes.length > 0)
    await updateMapColumns(tx, map.id, columnsFor(withChange(stored, valuesOf(changes))))
  return changes
}

/**
 * Earlier releases changed the map itself under a claim. Of claims that are still open this makes proposals, and gives
 * the maps back what they had; changes of what is the owner's alone are dropped.
 */
export async function proposeEarlierChanges(db: Database): Promise<void> {
  for (const { id, mapId } of await claimsWithSnapshot(db))
    await db.transaction(async (tx) => {
      const map = await lockMap(tx, mapId)
      const claim = await openAssignment(tx, mapId)
      // A map in the trash cannot be claimed; another process may have come first.
      if (!map || claim?.id !== id || !claim.snapshot) return
      const changed = fieldsOf(map)
      const before = { ...changed, ...claim.snapshot.fields }
      await replaceSnapshot(tx, id, valuesOf(fieldChanges(before, changed)))
      await updateMapColumns(tx, map.id, columnsFor(before))
    })
}
