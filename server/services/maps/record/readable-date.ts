import type { MapFields } from '../../../../contract/rules/map-fields.ts'
import { readWrittenDate } from '../../../../contract/rules/written-date.ts'
import { Refusal } from '../../refusal.ts'

/** The refusal of a date that cannot be understood; null where it can, or none is given. */
export function dateRefusal({ date }: Pick<MapFields, 'date'>): Refusal | null {
  if (!date || readWrittenDate(date)) return null
  return new Refusal(400, 'errors.validationFailed', { fields: { date: 'errors.fields.unknownDate' } })
}

/** @throws Refusal 400 where the date of a map's fields cannot be understood */
export function requireReadableDate(fields: Pick<MapFields, 'date'>): void {
  const refusal = dateRefusal(fields)
  if (refusal) throw refusal
}
