import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../db/new-id.ts'
import { localMapFiles } from '../../storage/local-map-files.ts'
import { uploadFieldsSchema } from '../../../contract/rules/map-fields.ts'
import { createMap } from './upload-map.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-originals-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('keeps the original where the database went away: the row may have been written', async () => {
  // Nobody listens at this port: every query fails as after a lost connection.
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 5_000 })
  const files = localMapFiles(folder)
  const mapId = newId()
  const key = `maps/${mapId}/original/scan.tif`
  const bytes = await files.write(key, Readable.from(['II*\0']))
  const making = createMap(
    {
      db: drizzle(pool),
      files,
      mapsPerMonth: 0,
      userStorageBytes: 0,
      uploadsAtOnce: 0,
      jobsWaiting: 0,
      largeJobPixels: 0,
      freeDiskBytes: 0,
      uploadFolder: '/nowhere',
    },
    newId(),
    { mapId, key, extension: 'tif', bytes, name: null },
    uploadFieldsSchema.parse({ title: 'A map' }),
  )
  await expect(making).rejects.toThrow('ECONNREFUSED')
  expect(await files.stat(key)).toMatchObject({ bytes: 4 })
  await pool.end()
})
