import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newUser } from '../support/api.ts'
import { roomForUpload, uploadLarge } from '../support/large-upload.ts'
import { describeNeeding, LINUX } from '../support/needs.ts'
import { TIFF_HEAD } from '../support/resumable-client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30
const [WANTED, CUT_EACH] = process.env.LONG ? [20 * GIB, 2 * GIB] : [384 * MIB, 128 * MIB]
vi.setConfig({ testTimeout: process.env.LONG ? 3_600_000 : 180_000 })
/** What is on the way when a connection is lost does not depend on how much came before. */
const AGAIN_PER_CUT = 16 * MIB

describeNeeding(LINUX, 'an upload of many gigabytes over a connection that is lost', () => {
  let server: TestServer
  beforeAll(async () => {
    // A scan of nothing is not to be converted.
    server = await startServer({ env: { JOB_CONCURRENCY: '0' } })
  })
  afterAll(async () => server?.stop())

  it('ends unattended, with little sent again and little memory taken', async () => {
    const bytes = roomForUpload(WANTED)
    if (bytes < WANTED) console.log(`The disk has room for ${(bytes / GIB).toFixed(1)} GiB only.`)
    const user = await newUser(server.url)
    const done = await uploadLarge(server, user, { bytes, cutEach: CUT_EACH })
    const { sentAgain, cuts, growthBytes, otherCalls, seconds } = done
    console.log(
      `${(bytes / GIB).toFixed(2)} GiB in ${seconds.toFixed(0)} s, cut ${cuts} times: ` +
        `${(sentAgain / MIB).toFixed(1)} MiB sent again (${((100 * sentAgain) / bytes).toFixed(3)} %), ` +
        `server + ${(growthBytes / MIB).toFixed(0)} MiB, other calls p99 ` +
        `${otherCalls[Math.floor(otherCalls.length * 0.99)]?.toFixed(0)} ms of ${otherCalls.length}`,
    )
    expect(cuts).toBeGreaterThanOrEqual(Math.floor(bytes / CUT_EACH) - 1)
    expect(sentAgain).toBeLessThan(cuts * AGAIN_PER_CUT + MIB)
    if (process.env.LONG) expect(sentAgain / bytes).toBeLessThanOrEqual(0.01)
    expect(growthBytes).toBeLessThanOrEqual(150_000_000)

    const stored = join(server.dataFolder, 'maps', done.mapId, 'original', 'scan.tif')
    expect(statSync(stored).size).toBe(bytes)
    // Nothing but zeros was sent after the head, wherever the connection was lost.
    let isAsSent = true
    let at = 0
    for await (const chunk of createReadStream(stored, { highWaterMark: MIB }) as AsyncIterable<Buffer>) {
      const wanted = Buffer.alloc(chunk.length)
      if (at === 0) TIFF_HEAD.copy(wanted)
      isAsSent &&= chunk.equals(wanted)
      at += chunk.length
    }
    expect(isAsSent).toBe(true)
  })
})
