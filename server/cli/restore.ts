import { resolve } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { mapFilesOf } from '../instance.ts'
import { readSettings } from '../settings.ts'
import { readManifest, restoreBackup } from '../services/operation/restore.ts'

/** `npm run restore -- FOLDER`: fills a new, empty instance from a backup. */
async function main([given, ...rest]: readonly string[]): Promise<void> {
  if (!given || rest.length > 0) throw new Error('Usage: npm run restore -- FOLDER')
  const folder = resolve(given)
  const manifest = await readManifest(folder)
  const { databaseUrl, ...settings } = readSettings(process.env)
  const database = await openDatabase({
    ...(databaseUrl !== undefined && { databaseUrl }),
    dataFolder: settings.dataFolder,
    log: () => undefined,
    onlyMigrations: manifest.migrations,
  })
  try {
    await restoreBackup({ pool: database.pool, files: mapFilesOf(settings) }, folder, manifest)
    await migrate(database.pool)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows and ${manifest.files.length} files as of ${manifest.createdAt}.`)
  } finally {
    await database.close()
  }
}

// What is written is this account's alone.
process.umask(0o077)
main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
