/** Who asks for much work does not keep others waiting. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personalMaps } from '../../contract/api/maps.ts'
import { callApi, newUser, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => server?.stop())

it('converts the map of one user while many of another wait', async () => {
  const [many, one] = [await newUser(server.url), await newUser(server.url)]
  const large = await drawnScan(3000, 3000, 'png')
  const small = await drawnScan(300, 200)
  const waiting: string[] = []
  for (let n = 0; n < 5; n += 1) waiting.push(await upload(many, large))
  await untilReady(one, await upload(one, small))
  // Of one moment: asked for one by one, two could be met in their turn.
  const states = (await callApi(many, personalMaps, {})).maps.map(({ processing }) => processing.state)
  expect(states).toContain('queued')
  expect(states.filter((state) => state === 'converting').length).toBeLessThanOrEqual(1)
  // They come one after another, none is forgotten.
  for (const id of waiting) await untilReady(many, id, 120_000)
}, 240_000)
