import { afterAll, beforeAll, expect, it } from 'vitest'
import { instanceFigures } from '../../contract/api/system.ts'
import { callApi } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
const servers: TestServer[] = []
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await database?.stop()
})

/** A process of its own: each counts once in some minutes. */
async function newServer(): Promise<TestServer> {
  const server = await startServer({ env: { DATABASE_URL: database.url } })
  servers.push(server)
  return server
}

it('says to anyone how many people and maps there are, from twenty public maps on', async () => {
  const server = await newServer()
  const owner = await insertUser(database, server.url)
  await insertUser(database, server.url)
  const id = await addConverted(owner, await drawnScan(40, 30), { title: 'A map' })
  const copies = (count: number, copy: { isPublic: boolean; isTransformed?: boolean }) =>
    Promise.all(Array.from({ length: count }, () => copyMap(database, id, { ownerId: owner.id, ...copy })))
  await copies(19, { isPublic: true })
  await copies(3, { isPublic: false, isTransformed: true })
  expect(await callApi(server, instanceFigures, {})).toEqual({ figures: null })

  const [last] = await copies(2, { isPublic: true, isTransformed: true })
  await database.pool.query('update maps set deleted_at = now() where id = $1', [last])
  expect(await callApi(await newServer(), instanceFigures, {})).toEqual({
    figures: { users: 2, publicMaps: 20, georeferencedMaps: 4 },
  })
})
