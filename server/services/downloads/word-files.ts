import type { ScanWord } from '../../../contract/api/lettering.ts'
import { writeText } from '../../../gcp-files/table.ts'
import type { Database } from '../../db/database.ts'
import { listWords } from '../../db/queries/scan-words.ts'
import { seenScan } from '../interop/seen-scan.ts'
import { type LonLat, placeWords } from '../lettering/word-places.ts'
import { notFound } from '../refusal.ts'
import type { Fits } from '../transform/fits.ts'

export const WORD_FILE_FORMATS = ['csv', 'geojson'] as const
export type WordFileFormat = (typeof WORD_FILE_FORMATS)[number]

export interface WordFileDeps {
  readonly db: Database
  readonly fits: Fits
}

export interface WordFile {
  readonly mapId: string
  readonly title: string
  readonly content: string
  /** Whether everyone may have it at the moment. */
  readonly isOpen: boolean
}

interface PlacedWord {
  readonly word: ScanWord
  readonly place: LonLat | null
}

/** Tells spreadsheet programs that a table is in UTF-8. */
const UTF8_MARK = '\uFEFF'
const COLUMNS = ['text', 'certainty', 'by', 'x', 'y', 'width', 'height', 'angle', 'lon', 'lat']

/**
 * The words on a scan as a file: as CSV in pixels, with longitude and latitude where the map is placed; as GeoJSON where
 * they lie.
 *
 * @throws Refusal 404, also where there are no words, or as GeoJSON where the map is not placed; 429
 */
export async function wordFileOf(
  { db, fits }: WordFileDeps,
  { viewerId, address }: { readonly viewerId: string | null; readonly address: string },
  id: string,
  format: WordFileFormat,
): Promise<WordFile> {
  const { row, version } = await seenScan(db, viewerId, id)
  const { id: mapId, title, isPublic } = row.map
  if (format === 'geojson' && !version) throw notFound()
  const words = await listWords(db, mapId)
  if (words.length === 0) throw notFound()
  const places = version
    ? await placeWords(fits, viewerId ?? `from ${address}`, version.transformation, words)
    : []
  const placed = words.map((word, at) => ({ word, place: places[at] ?? null }))
  return { mapId, title, content: format === 'csv' ? asCsv(placed) : asGeoJson(placed), isOpen: isPublic }
}

export function asCsv(words: readonly PlacedWord[]): string {
  const rows = words.map(({ word, place }) =>
    [
      writeText(word.text),
      ...[word.certainty, word.by, word.x, word.y, word.width, word.height, word.angle].map(String),
      ...(place ?? ['', '']).map(String),
    ].join(','),
  )
  return `${UTF8_MARK}${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`
}

/** Words that lie nowhere are left out. */
export function asGeoJson(words: readonly PlacedWord[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: words.flatMap(({ word: { text, certainty, by }, place }) =>
      place === null
        ? []
        : [
            {
              type: 'Feature',
              properties: { text, certainty, by },
              geometry: { type: 'Point', coordinates: place },
            },
          ],
    ),
  })
}
