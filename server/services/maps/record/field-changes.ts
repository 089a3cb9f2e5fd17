import {
  type FieldChange,
  type MapChanges,
  PROPOSABLE_FIELDS,
  RECORDED_FIELDS,
  type RecordedChange,
} from '../../../../contract/rules/map-fields.ts'
import type { StoredFields } from '../../../db/queries/map-writes.ts'
import { Refusal } from '../../refusal.ts'

/** In which fields a set of metadata differs from what is stored, in the order of the form. Absent fields do not. */
export function fieldChanges(stored: StoredFields, wanted: Partial<StoredFields>): FieldChange[] {
  return changesAmong(PROPOSABLE_FIELDS, stored, wanted)
}

/** As `fieldChanges`, with what the owner alone says of a map. */
export function recordedChanges(stored: StoredFields, wanted: Partial<StoredFields>): RecordedChange[] {
  return changesAmong(RECORDED_FIELDS, stored, wanted)
}

function changesAmong<Field extends RecordedChange['field']>(
  fields: readonly Field[],
  stored: StoredFields,
  wanted: Partial<StoredFields>,
) {
  return fields.flatMap((field) => {
    const to = wanted[field]
    const from = stored[field] ?? null
    return to === undefined || to === from ? [] : [{ field, from, to }]
  })
}

/** The new values of changes, by their fields. */
export function valuesOf(changes: readonly FieldChange[]): Partial<StoredFields> {
  return Object.fromEntries(changes.map(({ field, to }) => [field, to]))
}

/** Refuses to write over what somebody else has saved since the caller looked. @throws Refusal 409 with the fields */
export function refuseOvertaken(stored: StoredFields, { before, ...change }: MapChanges): void {
  if (!before) return
  const names = Object.keys(stored) as (keyof StoredFields)[]
  const overtaken = names.filter(
    (name) =>
      before[name] !== undefined &&
      change[name] !== undefined &&
      stored[name] !== before[name] &&
      stored[name] !== change[name],
  )
  if (overtaken.length === 0) return
  const theirs = (name: keyof StoredFields) => stored[name] ?? '—'
  throw new Refusal(409, 'errors.maps.changedMeanwhile', {
    fields: Object.fromEntries(overtaken.map((name) => [name, 'errors.fields.changedMeanwhile'])),
    fieldDetails: Object.fromEntries(overtaken.map((name) => [name, { theirs: theirs(name) }])),
  })
}

/** Absent fields stay, null clears. @throws Refusal 400 where a period would end before it begins */
export function withChange(stored: StoredFields, change: Partial<MapChanges>): StoredFields {
  const given = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => name in stored && value !== undefined),
  )
  const fields = { ...stored, ...given }
  if (
    typeof fields.startYear === 'number' &&
    typeof fields.endYear === 'number' &&
    fields.startYear > fields.endYear
  )
    throw new Refusal(400, 'errors.validationFailed', { fields: { endYear: 'errors.fields.startAfterEnd' } })
  return fields
}
