import type { FoundFields } from '../../../contract/api/import-iiif.ts'
import type { MapFormValues } from '../form/map-form-values.ts'

const FOUND = [
  'title',
  'date',
  'creator',
  'publisher',
  'description',
  'licence',
  'attribution',
] as const satisfies readonly (keyof FoundFields & keyof MapFormValues)[]

/**
 * What an archive says of a map, for the fields in which nobody has written anything: they are empty, or hold what was
 * found before.
 */
export function changeByFound(
  values: MapFormValues,
  found: FoundFields,
  before: FoundFields | undefined,
): Partial<MapFormValues> {
  const free = FOUND.filter((field) => values[field] === '' || values[field] === before?.[field])
  return Object.fromEntries(free.map((field) => [field, found[field] ?? '']))
}
