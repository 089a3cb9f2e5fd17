/** The words on scans: read by a job with the installed models, corrected by persons. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelReading,
  correctWords,
  readLettering,
  type ScanWord,
  scanLettering,
} from '../../contract/api/lettering.ts'
import { deleteMap, restoreMap } from '../../contract/api/maps.ts'
import { cancelPointSearches, searchPoints } from '../../contract/api/point-searches.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { boxOf, letteredScan } from '../support/lettered-scan.ts'
import { startServer, type TestServer } from '../support/server.ts'

const POLL = { timeout: 120_000, interval: 50 }
const WORDS = [
  { text: 'VILNIA', x: 60, y: 70 },
  { text: 'KALNAI', x: 320, y: 260 },
  { text: 'MINTIEN', x: 90, y: 380 },
]
const [WIDTH, HEIGHT] = [640, 480]

const person = (text: string, x: number, y: number): ScanWord => ({
  x,
  y,
  width: 100,
  height: 30,
  angle: 0,
  text,
  certainty: 1,
  by: 'person',
})

describe('the words on a scan', () => {
  let database: TestDatabase
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let stranger: Awaited<ReturnType<typeof newUser>>
  let id: string
  const of = (map = id) => ({ params: { id: map } })
  const lettering = () => callApi(owner, scanLettering, of())
  const untilState = async (state: string) => {
    await expect.poll(async () => (await lettering()).state, POLL).toBe(state)
  }

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url, READINGS_PER_HOUR: '4' } })
    owner = await newUser(server.url)
    stranger = await newUser(server.url)
    id = await upload(owner, await letteredScan(WIDTH, HEIGHT, WORDS), { title: 'A map with words' })
    await untilReady(owner, id)
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  it('are read by a job that runs again after a kill, and lie where they are printed', async () => {
    expect(await lettering()).toEqual({ state: 'none', percent: 0, readAt: null, words: [] })
    const begun = await callApi(owner, readLettering, of())
    // A job that is free takes it at once.
    expect(['waiting', 'reading']).toContain(begun.state)
    await untilState('reading')
    await server.kill9()
    await server.restart()
    for (const user of [owner, stranger]) Object.assign(user, { url: server.url })
    await untilState('done')
    const { words, readAt } = await lettering()
    expect(Date.parse(readAt!)).toBeGreaterThan(0)
    for (const drawn of WORDS) {
      const found = words.find(({ text }) => text.toUpperCase() === drawn.text)
      const box = boxOf(drawn)
      expect(found, `${drawn.text} in ${words.map(({ text }) => text).join(', ')}`).toMatchObject({
        by: 'model',
      })
      expect(Math.hypot(found!.x - box.x, found!.y - box.y)).toBeLessThan(15)
      expect(Math.abs(found!.angle)).toBeLessThan(5)
    }
  }, 240_000)

  it('are corrected by whoever places the map, and stay through another reading', async () => {
    const before = await lettering()
    const [first, ...others] = before.words
    const words = [
      { ...first!, text: 'Vilnelė', by: 'model' as const },
      ...others,
      person('Ąžuolas', 500, 60),
    ]
    const corrected = await callApi(owner, correctWords, {
      ...of(),
      body: { words, since: before.readAt },
    })
    expect(corrected.state).toBe('done')
    // What was changed is the person's, whatever it claims; what was left is the model's.
    expect(corrected.words[0]).toEqual({ ...first, text: 'Vilnelė', by: 'person', certainty: 1 })
    expect(corrected.words.slice(1, -1)).toEqual(others)

    const overtaken = await refusedApi(owner, correctWords, {
      ...of(),
      body: { words: [], since: before.readAt },
    })
    expect([overtaken.status, overtaken.body.messageKey]).toEqual([409, 'errors.conflict'])

    await callApi(owner, readLettering, of())
    // Asked for twice it is read once: the hour's limit counts it once.
    await callApi(owner, readLettering, of())
    await untilState('done')
    const again = (await lettering()).words
    expect(again.filter(({ by }) => by === 'person').map(({ text }) => text)).toEqual(['Vilnelė', 'Ąžuolas'])
    expect(again).toHaveLength(corrected.words.length)
  }, 240_000)

  it('are no longer read when that is given up, or the map goes to the trash', async () => {
    const { words, readAt } = await lettering()
    await callApi(owner, readLettering, of())
    await untilState('reading')
    const given = await callApi(owner, cancelReading, of())
    expect(given).toMatchObject({ state: 'done', readAt, words })
    const progress = await callApi(owner, scanLettering, { ...of(), query: { words: false } })
    expect(progress).toEqual({ ...given, words: [] })
    expect(await callApi(owner, cancelReading, of())).toMatchObject({ state: 'done' })

    await callApi(owner, readLettering, of())
    await callApi(owner, deleteMap, of())
    expect((await refusedApi(owner, scanLettering, of())).status).toBe(404)
    const noJobs = async () => {
      const { rows } = await database.pool.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'read-lettering'`,
      )
      return rows.length
    }
    await expect.poll(noJobs, POLL).toBe(0)
    await callApi(owner, restoreMap, of())
    expect(await lettering()).toMatchObject({ state: 'done', readAt, words })

    const { status, body } = await refusedApi(owner, readLettering, of())
    expect([status, body.messageKey]).toEqual([429, 'errors.lettering.tooManyLately'])
  }, 240_000)

  it('are bounded by the scan', async () => {
    const { readAt: since } = await lettering()
    for (const [word, field] of [
      [person('Outside', WIDTH + 1, 10), 'x'],
      [person('Outside', 10, -1), 'y'],
      [{ ...person('Outside', 10, 10), width: 801 }, 'width'],
      [person('\u0000', 10, 10), 'text'],
    ] as const) {
      const { status, body } = await refusedApi(owner, correctWords, {
        ...of(),
        body: { words: [person('Inside', 1, 1), word], since },
      })
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [`words.1.${field}`]])
    }
  })

  it('go when another scan takes the place of theirs', async () => {
    const replaced = await upload(owner, await letteredScan(WIDTH, HEIGHT, WORDS), { title: 'Replaced' })
    await untilReady(owner, replaced)
    const words = [person('Gudeliai', 100, 100)]
    await callApi(owner, correctWords, { ...of(replaced), body: { words, since: null } })
    await callApi(owner, searchPoints, { body: { maps: [replaced] } })
    await callApi(owner, cancelPointSearches, {})
    const { pool } = database
    const rowsOf = async () => {
      const { rows } = await pool.query(
        `select map_id from scan_words where map_id = $1
         union all select map_id from scan_readings where map_id = $1
         union all select map_id from point_searches where map_id = $1`,
        [replaced],
      )
      return rows.length
    }
    // A scan that was read once may be found unreadable when it is converted again.
    await pool.query(`update maps set processing_state = 'failed' where id = $1`, [replaced])
    await pool.query(
      `insert into point_searches (map_id, user_id, state, original_key, found_at, reason)
       select id, owner_id, 'idle', original_key, now(), 'no-words' from maps where id = $1
       on conflict (map_id) do nothing`,
      [replaced],
    )
    expect(await rowsOf()).toBe(3)
    const form = new FormData()
    const { content, fileName } = await letteredScan(500, 400, WORDS.slice(0, 1))
    form.append('image', new Blob([new Uint8Array(content)]), fileName)
    const answer = await fetch(`${server.url}/api/map/${replaced}/scan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: form,
    })
    expect(answer.status).toBe(200)
    expect(await rowsOf()).toBe(0)
    await untilReady(owner, replaced)
    expect(await callApi(owner, scanLettering, of(replaced))).toMatchObject({ state: 'none', words: [] })
    await pool.query('delete from maps where id = $1', [replaced])
  }, 120_000)

  it('of a private map are nobody else’s', async () => {
    expect((await refusedApi(stranger, scanLettering, of())).status).toBe(404)
    expect((await refusedApi(server, scanLettering, of())).status).toBe(404)
  })

  it('are part of what the owner takes along, and go with the map', async () => {
    const response = await fetch(`${server.url}/api/auth/export`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const data = (await response.json()) as { maps: { id: string; words: ScanWord[] }[] }
    expect(data.maps[0]!.words).toEqual((await lettering()).words)
    await database.pool.query('delete from maps where id = $1', [id])
    const { rows } = await database.pool.query(
      'select map_id from scan_words union all select map_id from scan_readings',
    )
    expect(rows).toEqual([])
  })
})
