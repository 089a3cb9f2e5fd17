import { resolve } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../db/database.ts'
import { mapFilesOf } from '../instance.ts'
import { readSettings } from '../settings.ts'
import { writeBackup } from '../services/operation/backup.ts'

/** `npm run backup -- FOLDER`: database and files into an empty folder, while the instance runs. */
async function main([folder, ...rest]: readonly string[]): Promise<number> {
  if (!folder || rest.length > 0) throw new Error('Usage: npm run backup -- FOLDER')
  const settings = readSettings(process.env)
  const database = await openDatabase({ ...databaseOf(settings), dataFolder: settings.dataFolder })
  try {
    const deps = { pool: database.pool, files: mapFilesOf(settings) }
    const { manifest, missing } = await writeBackup(deps, resolve(folder))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${rows} rows, ${manifest.files.length} files, ${bytes} bytes: ${resolve(folder)}`)
    for (const key of missing) console.error(`Missing in the instance: ${key}`)
    return missing.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

const databaseOf = ({ databaseUrl }: { databaseUrl: string | undefined }) => ({
  ...(databaseUrl !== undefined && { databaseUrl }),
  log: () => undefined,
})

// What is written is this account's alone.
process.umask(0o077)
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  },
)
