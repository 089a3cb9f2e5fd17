import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { builtPrograms } from './build.ts'

const PREFIX = 'palimpsest-started-'
const KEPT_MS = 24 * 3_600_000

let known: string | undefined

/**
 * Where the data of a server stand that was started once on an empty folder, by this build and this user. A cluster is
 * made and brought to its schema in seconds; a copy of one is there in half of one.
 */
export function startedData(): string {
  if (known !== undefined) return known
  const root = builtPrograms()
  const hash = createHash('sha256').update(String(userInfo().uid))
  for (const folder of ['dist/server', 'dist/server/chunks', 'server/db/migrations'])
    for (const { name, isFile } of entriesOf(join(root, folder)))
      if (isFile && !name.endsWith('.map')) hash.update(name).update(readFileSync(join(root, folder, name)))
  hash.update(readFileSync(join(root, 'package-lock.json')))
  known = join(tmpdir(), `${PREFIX}${hash.digest('hex').slice(0, 16)}`)
  return known
}

const entriesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

export const emptyDataFolder = (prefix: string) => mkdtempSync(join(tmpdir(), prefix))

/** A folder for a server's data in which nothing was done yet; its database is made and has its schema, where one was kept. */
export function freshDataFolder(prefix: string): string {
  const folder = emptyDataFolder(prefix)
  const kept = join(startedData(), 'postgres')
  // With its owner and its modes: the database refuses to start in a folder that others may read.
  if (existsSync(kept)) execFileSync('cp', ['-a', kept, join(folder, 'postgres')])
  return folder
}

/** Keeps what `start` has made in a folder, and clears away what other builds have kept. */
export async function keepStartedData(start: (dataFolder: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(PREFIX) && isOld(join(tmpdir(), name)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  const kept = startedData()
  if (existsSync(kept)) return
  const folder = emptyDataFolder('palimpsest-starting-')
  await start(folder)
  removeUnusedLog(join(folder, 'postgres/pg_wal'))
  try {
    renameSync(folder, kept)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Another run has kept its own meanwhile.
    if (!existsSync(kept)) throw error
  }
}

/** Of a database that was stopped, the first segment of its log alone is in use; those after it, copied, would be the most of it. */
function removeUnusedLog(folder: string): void {
  const [, ...unused] = readdirSync(folder)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
  for (const name of unused) rmSync(join(folder, name))
}

function isOld(path: string): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs > KEPT_MS
  } catch {
    return false
  }
}
