import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isInUse, restoreRows } from '../../db/backup/restore-rows.ts'
import type { BackupDeps } from './backup.ts'
import { JOBS_FILE, type Manifest, MANIFEST, manifestSchema, mapFile, rowsFile } from './backup-format.ts'

/** @throws Error where the folder is no backup or one of a newer format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${folder} is no backup, or one that was not finished.`)
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`The backup in ${folder} was made by a newer release, or is damaged.`)
  return parsed.data
}

/**
 * Fills an empty instance from a backup: nothing is touched until every byte of it has been compared with its hash;
 * then the files, then all rows at once.
 *
 * @throws Error where the instance has users or maps, or the backup is damaged
 */
export async function restoreBackup(
  { pool, files }: BackupDeps,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  if (await isInUse(pool))
    throw new Error('This instance is in use. Restore into a new DATA_DIR, or a new DATABASE_URL and bucket.')
  await verifyBackup(folder, manifest)
  for (const { key } of manifest.files) await files.write(key, createReadStream(join(folder, mapFile(key))))
  const tables = manifest.tables.map(({ name, columns }) => ({
    name,
    columns,
    rows: () => linesOf(join(folder, rowsFile(name))),
  }))
  await restoreRows(pool, tables, linesOf(join(folder, JOBS_FILE)))
}

/** @throws Error that names the first file which is not as it was written */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<void> {
  const { tables, jobs, files } = manifest
  const hashes: [path: string, sha256: string][] = [
    ...tables.map(({ name, sha256 }): [string, string] => [rowsFile(name), sha256]),
    [JOBS_FILE, jobs.sha256],
    ...files.map(({ key, sha256 }): [string, string] => [mapFile(key), sha256]),
  ]
  for (const [path, sha256] of hashes)
    if ((await hashOf(join(folder, path))) !== sha256)
      throw new Error(`The backup is damaged: ${path} is not as it was written.`)
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  return pipeline(createReadStream(path), hash).then(
    () => hash.digest('hex'),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
}

/** Lines end with a line feed and nothing else: JSON may hold other separators as they are. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error(`${path} ends in the middle of a line.`)
}
