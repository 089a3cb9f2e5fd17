import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RESUMABLE_REQUEST_BYTES } from '../../contract/constants.ts'
import { newUser } from '../support/api.ts'
import { type Line, openLine } from '../support/line.ts'
import { runProgram } from '../support/program.ts'
import { sendResumable, TIFF_HEAD } from '../support/resumable-client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ROUNDS = process.env.LONG ? 20 : 2
vi.setConfig({ testTimeout: ROUNDS * 60_000 })
const MIB = 2 ** 20
const BYTES = 64 * MIB
/** Most that may be sent a second time after one kill, and what the headers of the requests may take. */
const [SENT_AGAIN, HEADERS] = [RESUMABLE_REQUEST_BYTES, 64 * 1024]

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a server killed in the middle of a resumable upload', () => {
  let server: TestServer
  let line: Line
  let token: string
  const again: number[] = []

  beforeAll(async () => {
    // What is sent is no picture: it is not to be converted.
    server = await startServer({ env: { JOB_CONCURRENCY: '0', JOBS_WAITING: '0' } })
    line = await openLine(() => server.url)
    token = (await newUser(server.url, 'Owner')).token
  })
  afterAll(async () => {
    await line?.close()
    await server?.stop()
  })

  it(`is sent at most 8 MiB again and ends with the file byte for byte, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const content = randomBytes(BYTES)
      TIFF_HEAD.copy(content)
      const before = line.sent()
      const sending = sendResumable({ url: line.url, token }, content, {
        chunkBytes: RESUMABLE_REQUEST_BYTES,
      })
      const share = (round + 1) / (ROUNDS + 1)
      await vi.waitUntil(() => line.sent() - before > share * BYTES, { timeout: 30_000, interval: 1 })
      await server.kill9()
      // Some rounds are found away by the client, some not.
      await pause((round * 37) % 200)
      await server.restart()
      const id = await sending
      const sentAgain = line.sent() - before - BYTES
      again.push(sentAgain)
      expect(sentAgain, `round ${round}`).toBeLessThan(SENT_AGAIN + HEADERS)
      const stored = readFileSync(join(server.dataFolder, 'maps', id, 'original', 'scan.tif'))
      expect(sha256(stored), `round ${round}`).toBe(sha256(content))
    }
    const [least, most] = [Math.min(...again), Math.max(...again)].map((bytes) => (bytes / MIB).toFixed(2))
    console.log(`Sent again after a kill: ${least} to ${most} MiB of ${BYTES / MIB}.`)
  })

  it('leaves data in which nothing is missing, orphaned or damaged', async () => {
    const { code, stdout } = await runProgram('check-data', [], { DATA_DIR: server.dataFolder })
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { missing: [], orphaned: [], damaged: [], danglingRows: [], unreferenced: [] },
    ])
  })
})
