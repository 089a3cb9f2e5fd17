import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type DumpedTable, withDump } from '../../db/backup/dump-rows.ts'
import type { DatabasePool } from '../../db/jobs/dead-pools.ts'
import { allFolderIds, referencedFiles } from '../../db/queries/stored-files.ts'
import type { Database } from '../../db/database.ts'
import { type MapFiles, StorageError } from '../../storage/map-files.ts'
import { JOBS_FILE, type Manifest, MANIFEST, mapFile, rowsFile } from './backup-format.ts'

export interface BackupDeps {
  readonly pool: DatabasePool
  readonly files: MapFiles
}

export interface BackupReport {
  readonly manifest: Manifest
  /** Files that rows speak of and that were not there: none, unless the instance is damaged. */
  readonly missing: readonly string[]
}

/**
 * Writes a whole instance into an empty folder: first the rows as they are at one moment, then the files they speak
 * of, which are never changed afterwards. The instance goes on meanwhile. Uploads that have not arrived whole are not
 * part of it.
 *
 * Decision: docs/decisions/2026-11-21-operation.md
 *
 * @throws Error where the folder is not empty
 */
export async function writeBackup({ pool, files }: BackupDeps, folder: string): Promise<BackupReport> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  const createdAt = new Date().toISOString()
  return withDump(pool, async ({ db, migrations, tables, jobs }) => {
    const dumped = []
    for (const table of tables) dumped.push(await writeTable(folder, table))
    const written = { rows: await writeLines(join(folder, JOBS_FILE), jobs()) }
    const copied = await copyFiles(db, files, folder)
    const manifest: Manifest = {
      format: 1,
      createdAt,
      migrations: [...migrations],
      tables: dumped,
      jobs: { rows: written.rows.count, sha256: written.rows.sha256 },
      files: copied.files,
    }
    await writeManifest(folder, manifest)
    return { manifest, missing: copied.missing }
  })
}

async function writeTable(folder: string, { name, columns, rows }: DumpedTable) {
  const { count, sha256 } = await writeLines(join(folder, rowsFile(name)), rows())
  return { name, columns: [...columns], rows: count, sha256 }
}

async function* asLines(rows: AsyncIterable<string>, counted: { count: number }) {
  for await (const row of rows) {
    counted.count += 1
    yield Buffer.from(`${row}\n`)
  }
}

async function writeLines(path: string, rows: AsyncIterable<string>) {
  const counted = { count: 0 }
  const { sha256 } = await writeHashed(path, asLines(rows, counted))
  return { count: counted.count, sha256 }
}

/** Writes chunks as they come, syncs, and tells their hash. */
async function writeHashed(path: string, chunks: AsyncIterable<Buffer>) {
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function copyFiles(db: Database, files: MapFiles, folder: string) {
  const copied: Manifest['files'] = []
  const missing: string[] = []
  for await (const ids of allFolderIds(db))
    for (const { key } of await referencedFiles(db, ids)) {
      const content = await readIfThere(files, key)
      if (!content) missing.push(key)
      else copied.push({ key, ...(await writeHashed(join(folder, mapFile(key)), content)) })
    }
  return { files: copied, missing }
}

async function readIfThere(files: MapFiles, key: string): Promise<Readable | undefined> {
  return files.read(key).catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'missing') return undefined
    throw error
  })
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${MANIFEST}.part`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, MANIFEST))
}
