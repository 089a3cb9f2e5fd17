import { MAX_CONTROL_POINTS } from '../contract/constants.ts'
import { arcGisAux } from './arcgis-aux.ts'
import { readGcpTable } from './csv.ts'
import { GcpFileFault } from './gcp-file.ts'
import type { GcpFile, GcpFileResult, GcpFormat, GcpReader, ScanSize } from './gcp-file.ts'
import { GCP_FORMATS } from './gcp-formats.ts'
import { geoTransform } from './geo-transform.ts'
import { grassPoints } from './grass-points.ts'
import { groundOverlay } from './ground-overlay.ts'
import { mapInfoTab } from './mapinfo-tab.ts'
import { oziMap } from './ozi-map.ts'
import { worldFile } from './world-file.ts'

/** All that are told by their beginning or their marks. What none of them recognises is read as a table. */
const READERS: readonly GcpReader[] = [
  arcGisAux,
  groundOverlay,
  oziMap,
  mapInfoTab,
  grassPoints,
  ...Object.values<GcpFormat>(GCP_FORMATS).flatMap(({ reader }) => reader ?? []),
  geoTransform,
  worldFile,
]

/** No list of control points is longer than this (characters); longer texts are refused unread. */
export const MAX_GCP_FILE_CHARS = 4_000_000
/** No file of so many characters has more bytes, in UTF-16. */
export const MAX_GCP_FILE_BYTES = 2 * MAX_GCP_FILE_CHARS

/**
 * Reads a control-point file of any supported format; which one is told by the text, not by the name.
 * The points stay in the file's coordinate system: `toWebMercator` projects them. Never throws on bad input.
 * @param scan size of the scan in pixels, whose corners a world file places
 */
export function readGcpFile(text: string, scan?: ScanSize): GcpFileResult {
  try {
    const maps = readAny(text, scan).map(checked)
    const [file] = maps
    if (!file) throw new GcpFileFault({ code: 'empty' })
    return { ok: true, file, maps }
  } catch (error) {
    if (error instanceof GcpFileFault) return { ok: false, error: error.details }
    throw error
  }
}

function readAny(raw: string, scan: ScanSize | undefined): readonly GcpFile[] {
  if (raw.length > MAX_GCP_FILE_CHARS) throw new GcpFileFault({ code: 'tooLarge', value: String(raw.length) })
  const text = raw.replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new GcpFileFault({ code: 'empty' })
  if (text.includes('\0')) throw new GcpFileFault({ code: 'unknownFormat' })
  const reader = READERS.find(({ recognises }) => recognises(text))
  if (reader) return reader.read(text, scan)
  if (/^\s*</.test(text)) throw new GcpFileFault({ code: 'unknownFormat' })
  return [readGcpTable(text)]
}

function checked(file: GcpFile): GcpFile {
  if (file.points.length === 0) throw new GcpFileFault({ code: 'empty' })
  if (file.points.length > MAX_CONTROL_POINTS)
    throw new GcpFileFault({ code: 'tooManyPoints', value: String(file.points.length) })
  return file
}
