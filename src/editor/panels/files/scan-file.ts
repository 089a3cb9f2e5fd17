import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { Scan } from '../../../../gcp-files/onto-scan.ts'

/** What a map's record tells of the file of its scan: its name, how EXIF turned it, and where the file itself places it. */
export function scanFileOf({
  warnings,
  embeddedGcps,
  scanName,
}: Pick<MapRecord, 'warnings' | 'embeddedGcps' | 'scanName'>): Omit<Scan, 'width' | 'height'> {
  const orientation = Number(
    warnings.find(({ code }) => code === 'turnedUpright')?.details?.['orientation'] ?? 1,
  )
  const placed = embeddedGcps?.source === 'georeferencing' ? embeddedGcps : null
  return {
    orientation,
    ...(scanName !== undefined && { name: scanName }),
    ...(placed && { georeference: { crs: placed.crs, corners: placed.points } }),
  }
}
