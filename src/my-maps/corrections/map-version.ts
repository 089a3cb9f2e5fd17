import { MAP_FORM_ORDER, type MapFormValues } from '../../map-record/form/map-form-values.ts'

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * A short name of what the metadata of a map are: other metadata, another name (FNV-1a, 32 bits). Begins with a letter, so
 * that no spreadsheet program takes it for a number.
 */
export function versionOf(values: MapFormValues): string {
  // Lists of earlier releases know nothing of the sides of sheets: a map that has none is called as before.
  const fields = MAP_FORM_ORDER.filter((field) => field !== 'sheetBounds' || values.sheetBounds !== '')
  const text = JSON.stringify(fields.map((field) => values[field]))
  let hash = FNV_OFFSET
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, FNV_PRIME)
  return `v${(hash >>> 0).toString(16).padStart(8, '0')}`
}
