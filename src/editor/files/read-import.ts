import type { GcpFile, GcpFileError } from '../../../gcp-files/gcp-file.ts'
import { MAX_GCP_FILE_CHARS, readGcpFile } from '../../../gcp-files/read-gcp-file.ts'
import { toWebMercator } from '../../../gcp-files/to-web-mercator.ts'
import type { LoadEpsg, ProjectedGcps } from '../../../gcp-files/to-web-mercator.ts'
import type { ScanSize } from '../../../gcp-files/world-file.ts'

/** A control-point file that was read: what the import dialog shows before anything changes. */
export type ImportPreview =
  | { readonly kind: 'read'; readonly format: GcpFile['format']; readonly projected: ProjectedGcps }
  | { readonly kind: 'failed'; readonly error: GcpFileError | { readonly code: 'unreadable' } }

/**
 * Reads a control-point file that the user chose.
 * @param scan size of the scan, px, whose corners a world file places
 * @param crs what the user says about its coordinate system, before what the file says.
 */
export async function readImport(
  file: Blob,
  scan: ScanSize,
  loadEpsg: LoadEpsg,
  crs?: string,
): Promise<ImportPreview> {
  if (file.size > MAX_GCP_FILE_CHARS)
    return { kind: 'failed', error: { code: 'tooLarge', value: String(file.size) } }
  try {
    const read = readGcpFile(await file.text(), scan)
    if (!read.ok) return { kind: 'failed', error: read.error }
    const result = await toWebMercator(read.file, loadEpsg, crs ? { crs } : {})
    return result.ok
      ? { kind: 'read', format: read.file.format, projected: result.projected }
      : { kind: 'failed', error: result.error }
  } catch {
    // The file vanished, or the registry of coordinate systems could not be loaded.
    return { kind: 'failed', error: { code: 'unreadable' } }
  }
}

/** How many image points lie outside a scan of that size. */
export function countOutside(projected: ProjectedGcps, scan: { width: number; height: number }): number {
  return projected.points.filter(({ image: [x, y] }) => x < 0 || y < 0 || x > scan.width || y > scan.height)
    .length
}
