import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { MAX_MAPS_ON_SCAN } from '../../../contract/constants.ts'
import type { Database } from '../../db/database.ts'
import { findCatalog, findCatalogByShareToken, listFirstMembers } from '../../db/queries/catalogs.ts'
import { isId } from '../../db/new-id.ts'
import { hasWords } from '../../db/queries/scan-words.ts'
import { publicBeside } from '../../db/queries/scan-maps.ts'
import type { SummaryRow } from '../../db/queries/map-rows.ts'
import { georeferenceAnnotation } from '../../../gcp-files/write-annotation.ts'
import type { InteropAddresses } from '../../interop/addresses.ts'
import {
  annotationPage,
  catalogManifest,
  MANIFEST_WORDS,
  type ManifestMap,
  type ManifestWord,
  type ManifestWords,
  mapManifest,
} from '../../interop/manifest.ts'
import { annotatedMap } from '../../interop/map-annotation.ts'
import { projectPath } from '../../project-path.ts'
import { catalogInSight } from '../catalogs/catalogs.ts'
import type { FilePathSigner } from '../maps/files/file-paths.ts'
import { isVisible, overlayPath } from '../maps/record/map-view.ts'
import type { MapDeps } from '../maps/record/maps.ts'
import { notFound } from '../refusal.ts'
import { type SeenScan, seenScan } from './seen-scan.ts'

/** Canvases of one manifest at most: viewers read it whole. */
const MOST_CANVASES = 1_000
const LANGUAGES = ['en', 'lt'] as const

const words: ManifestWords = Object.fromEntries(
  LANGUAGES.map((language) => {
    const text = readFileSync(projectPath('locales', language, 'interop.json'), 'utf8')
    return [
      language,
      z.object({ manifest: z.record(z.enum(MANIFEST_WORDS), z.string()) }).parse(JSON.parse(text)).manifest,
    ]
  }),
)

/** What is answered to other programs, and whether anyone may have it. */
export interface InteropAnswer {
  readonly body: object
  readonly isOpen: boolean
}

/** The Georeference Annotation of a placed map. @throws Refusal 404, also where it is not placed */
export async function annotationOf(
  db: Database,
  viewerId: string | null,
  id: string,
  addresses: InteropAddresses,
): Promise<InteropAnswer> {
  const scan = await seenScan(db, viewerId, id)
  const annotated = annotatedScan(scan, addresses)
  if (!annotated) throw notFound()
  return { body: georeferenceAnnotation(annotated), isOpen: scan.row.map.isPublic }
}

/**
 * The same as a page of annotations, with those of the public maps beside it on the scan.
 *
 * @throws Refusal 404, also where none of them is placed
 */
export async function annotationPageOf(
  db: Database,
  viewerId: string | null,
  id: string,
  addresses: InteropAddresses,
): Promise<InteropAnswer> {
  const scan = await seenScan(db, viewerId, id)
  const annotated = await annotatedMaps(db, scan, addresses)
  if (annotated.length === 0) throw notFound()
  const context = [
    'http://iiif.io/api/extension/georef/1/context.json',
    'http://iiif.io/api/presentation/3/context.json',
  ]
  return {
    body: { '@context': context, ...annotationPage(annotated, addresses.annotationPage(scan.row.map.id)) },
    isOpen: scan.row.map.isPublic,
  }
}

function annotatedScan({ row, width, height, version }: SeenScan, addresses: InteropAddresses) {
  if (!version) return null
  const { id, title } = row.map
  const { transformation, createdAt: placedAt } = version
  return annotatedMap({ id, title, width, height, transformation, placedAt }, addresses)
}

/** A map and the public ones beside it, as far as they are placed; all of them name the one scan. */
async function annotatedMaps(db: Database, scan: SeenScan, addresses: InteropAddresses) {
  const own = annotatedScan(scan, addresses)
  const { width, height } = scan
  const { id: scanOf } = scan.row.map
  const others = await publicBeside(db, scan.row.map, MAX_MAPS_ON_SCAN)
  return [
    ...(own ? [own] : []),
    ...others.map((map) => annotatedMap({ ...map, width, height, scanOf }, addresses)),
  ]
}

/** The manifest of a map. @throws Refusal 404 */
export async function mapManifestOf(
  { db, signer }: MapDeps,
  viewerId: string | null,
  id: string,
  addresses: InteropAddresses,
): Promise<InteropAnswer> {
  const scan = await seenScan(db, viewerId, id)
  const { row, width, height } = scan
  const map = manifestMap(row, { width, height }, signer, viewerId)
  const parts = {
    annotated: await annotatedMaps(db, scan, addresses),
    hasWords: await hasWords(db, map.id),
  }
  return {
    body: mapManifest(map, parts, { addresses, words }),
    isOpen: row.map.isPublic,
  }
}

/** How a catalog is opened: by who may look into it, or by the token of its unlisted link. */
export interface CatalogKey {
  readonly viewerId: string | null
  readonly token: string | undefined
}

/**
 * The manifest of a catalog: those of its maps that the caller may see, in its order.
 *
 * @throws Refusal 404; also where nothing of it is to be seen, for a manifest holds a canvas at least
 */
export async function catalogManifestOf(
  { db, signer }: MapDeps,
  { viewerId, token }: CatalogKey,
  id: string,
  addresses: InteropAddresses,
): Promise<InteropAnswer> {
  const catalog = await openedCatalog(db, { viewerId, token }, id)
  const rows = await listFirstMembers(db, viewerId, id, MOST_CANVASES)
  const maps = rows.flatMap((row) => {
    const { imageWidth: width, imageHeight: height } = row.map
    if (!isVisible(row, viewerId) || width === null || height === null) return []
    return [manifestMap(row, { width, height }, signer, viewerId)]
  })
  if (maps.length === 0) throw notFound()
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`
  const address = `${addresses.catalogManifest(id)}${query}`
  return {
    body: catalogManifest({ id, title: catalog.title, address, maps }, { addresses, words }),
    isOpen: false,
  }
}

async function openedCatalog(db: Database, { viewerId, token }: CatalogKey, id: string) {
  if (token !== undefined) {
    const [catalog, named] = await Promise.all([
      findCatalogByShareToken(db, viewerId, token),
      isId(id) ? findCatalog(db, viewerId, id) : undefined,
    ])
    if (!catalog || catalog.id !== named?.id) throw notFound()
    return catalog
  }
  if (viewerId === null) throw notFound()
  return catalogInSight(db, viewerId, id)
}

function manifestMap(
  row: SummaryRow,
  size: { readonly width: number; readonly height: number },
  signer: FilePathSigner,
  viewerId: string | null,
): ManifestMap {
  const { map, versionN } = row
  const { id, title, description, licence, attribution, isPublic } = map
  return {
    id,
    title,
    description,
    licence,
    attribution,
    ...size,
    facts: factsOf(map),
    overlayPath:
      versionN === null ? null : overlayPath(signer, map, { n: versionN, isPublished: true }, viewerId),
    isPublic,
  }
}

function factsOf(map: SummaryRow['map']): readonly (readonly [ManifestWord, string])[] {
  const { startYear, endYear, scaleNumerator, scaleDenominator } = map
  const period = startYear === null && endYear === null ? null : `${startYear ?? '…'}–${endYear ?? '…'}`
  const scale = scaleDenominator === null ? null : `${scaleNumerator ?? '1'}:${scaleDenominator}`
  const all: [ManifestWord, string | number | null][] = [
    ['modernTitle', map.modernTitle],
    ['alternativeTitle', map.alternativeTitle],
    ['sheetNumber', map.sheetNumber],
    ['year', map.year],
    ['period', period],
    ['scale', scale],
    ['creator', map.creator],
    ['publisher', map.publisher],
    ['institution', map.institution],
    ['shelfmark', map.shelfmark],
    ['catalogueUrl', map.catalogueUrl],
  ]
  return all.flatMap(([word, value]) =>
    value === null || value === '' ? [] : [[word, String(value)] as const],
  )
}
