import { buffer } from 'node:stream/consumers'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import {
  allFolderIds,
  danglingRows,
  referencedFiles,
  type ReferencedFile,
} from '../../db/queries/stored-files.ts'
import { archiveKeys } from '../../db/queries/map-archives.ts'
import type { ListedFile, MapFiles } from '../../storage/map-files.ts'
import { MAPS_FOLDER } from '../../storage/map-keys.ts'

/** Unreferenced files may belong to work under way; after this long nothing will refer to them. */
export const ORPHAN_AFTER_MS = 24 * 3_600_000

export interface DataReport {
  /** Files that a row speaks of and that are not there. */
  readonly missing: string[]
  /** Files that no row has spoken of for a day. */
  readonly orphaned: string[]
  /** Files of another size or beginning than their row says. */
  readonly damaged: string[]
  /** Rows that point at nothing. */
  readonly danglingRows: string[]
  /** Files that no row speaks of yet: uploads and jobs under way, or what a killed process left today. */
  readonly unreferenced: string[]
}

export interface DataDeps {
  readonly db: Database
  readonly files: MapFiles
}

/** Compares rows and files. */
export async function checkData({ db, files }: DataDeps, now = Date.now()): Promise<DataReport> {
  const report: DataReport = {
    missing: [],
    orphaned: [],
    damaged: [],
    danglingRows: await danglingRows(db),
    unreferenced: [],
  }
  for await (const ids of allFolderIds(db))
    for (const file of await referencedFiles(db, ids)) await checkFile(files, file, report)
  for await (const file of unreferencedFiles({ db, files }))
    (now - file.storedAt.getTime() > ORPHAN_AFTER_MS ? report.orphaned : report.unreferenced).push(file.key)
  return report
}

async function checkFile(files: MapFiles, { key, bytes }: ReferencedFile, report: DataReport): Promise<void> {
  const stored = await files.stat(key)
  if (!stored) report.missing.push(key)
  else if ((bytes !== null && stored.bytes !== bytes) || !(await hasExpectedStart(files, key, stored.bytes)))
    report.damaged.push(key)
}

/** What our own files begin with; an original begins as its owner's program wrote it. */
const EXPECTED_STARTS: readonly (readonly [RegExp, string])[] = [
  [/\/(?:converted|transformed)\/[^/]+\.tif$/, 'II'],
  [/\.webp$/, 'RIFF'],
]

async function hasExpectedStart(files: MapFiles, key: string, bytes: number): Promise<boolean> {
  const beginning = EXPECTED_STARTS.find(([pattern]) => pattern.test(key))?.[1]
  if (!beginning || key.includes('/original/')) return bytes > 0
  if (bytes < beginning.length) return false
  const head = await buffer(await files.read(key, { start: 0, end: beginning.length - 1 }))
  return head.toString('latin1') === beginning
}

const BATCH = 500

/** Files of maps that no row speaks of. */
export async function* unreferencedFiles({ db, files }: DataDeps): AsyncGenerator<ListedFile> {
  let batch: ListedFile[] = []
  for await (const file of files.list(MAPS_FOLDER)) {
    batch.push(file)
    if (batch.length < BATCH) continue
    yield* await withoutRows(db, batch)
    batch = []
  }
  yield* await withoutRows(db, batch)
}

async function withoutRows(db: Database, batch: readonly ListedFile[]): Promise<ListedFile[]> {
  const ids = new Set(batch.map(({ key }) => key.split('/')[1] ?? '').filter(isId))
  const referenced = (await referencedFiles(db, [...ids])).map(({ key }) => key)
  const known = new Set([...referenced, ...(await archiveKeys(db, [...ids]))])
  return batch.filter(({ key }) => !known.has(key))
}
