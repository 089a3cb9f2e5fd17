import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  approveTransformation,
  claimMap,
  markAssignmentDone,
  rejectAssignment,
} from '../../contract/api/assignments.ts'
import { API_BASE, type ApiCall, callPath } from '../../contract/api/define-call.ts'
import { register } from '../../contract/api/auth.ts'
import { saveDraft } from '../../contract/api/drafts.ts'
import { rateMap } from '../../contract/api/interactions.ts'
import { getMap, switchPublic } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { type Caller, callApi, newUser, postUpload, untilReady, upload } from '../support/api.ts'
import { copyMap, insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { INSTALLED_POSTGRES, startInstalledPostgres } from '../support/installed-postgres.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const TRIALS = process.env.LONG ? 300 : 4
vi.setConfig({ testTimeout: Math.max(120_000, TRIALS * 12_000) })

/** Two processes on one database: a race must end well wherever its sides arrive. */
describe(`races on two servers, ${TRIALS} trials each`, () => {
  let database: TestDatabase
  let servers: TestServer[]
  let template: string
  let scan: Awaited<ReturnType<typeof drawnScan>>

  beforeAll(async () => {
    const start = process.env.LONG && INSTALLED_POSTGRES ? startInstalledPostgres : startDatabase
    database = await start()
    const env = { DATABASE_URL: database.url }
    const first = await startServer({ env })
    // The second shares the files as well, and allows one map a month.
    const second = await startServer({ env: { ...env, MAPS_PER_MONTH: '1' }, dataFolder: first.dataFolder })
    servers = [first, second]
    const maker = await newUser(first.url)
    scan = await drawnScan(100, 80)
    template = await upload(maker, scan)
    await untilReady(maker, template)
  })
  afterAll(async () => {
    for (const server of [...(servers ?? [])].reverse()) await server.stop()
    await database?.stop()
  })

  const user = (at = 0) => insertUser(database, servers[at % 2]!.url)
  const open = (ownerId: string) => copyMap(database, template, { ownerId, isPublic: true })

  const status = async (caller: Caller, call: ApiCall, id: string, body?: unknown): Promise<number> => {
    const response = await fetch(caller.url + API_BASE + callPath(call, { id, mapId: id }), {
      method: call.method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Runs a trial many times and lists those that ended badly. */
  const trials = async (trial: () => Promise<string | undefined>) => {
    const bad: string[] = []
    for (let n = 0; n < TRIALS; n += 1) {
      const fault = await trial()
      if (fault) bad.push(fault)
    }
    expect(bad).toEqual([])
  }
  const query = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await database.pool.query<Row & Record<string, unknown>>(text, values)).rows

  it('ten users claim one map: one gets it', async () => {
    await trials(async () => {
      const id = await open((await user()).id)
      const users = await Promise.all(Array.from({ length: 10 }, (_, n) => user(n)))
      const answers = await Promise.all(users.map((one) => status(one, claimMap, id)))
      const isGood = answers.filter((answer) => answer === 200).length === 1
      return isGood && answers.every((answer) => [200, 409].includes(answer)) ? undefined : answers.join(' ')
    })
  })

  it('one user claims two maps: they get one', async () => {
    await trials(async () => {
      const owner = await user()
      const ids = [await open(owner.id), await open(owner.id)]
      const claimant = await user()
      const answers = await Promise.all(
        ids.map((id, n) => status({ ...claimant, url: servers[n]!.url }, claimMap, id)),
      )
      return answers.sort().join() === '200,409' ? undefined : answers.join(' ')
    })
  })

  it('a claim against make-private: never a private map in a stranger’s hands', async () => {
    await trials(async () => {
      const [owner, claimant] = [await user(0), await user(1)]
      const id = await open(owner.id)
      const answers = await Promise.all([
        status(claimant, claimMap, id),
        status(owner, switchPublic, id, { isPublic: false }),
      ])
      const [map] = await query<{ is_public: boolean }>('select is_public from maps where id = $1', id)
      const claims = await query('select 1 from assignments where map_id = $1 and ended_at is null', id)
      // Made private is made private; a claim that came before ended by it.
      const isGood = map?.is_public === false && claims.length === 0
      return isGood && answers[1] === 200 && [200, 404, 409].includes(answers[0]!)
        ? undefined
        : answers.join(' ')
    })
  })

  it('approve against reject: one of them counts', async () => {
    await trials(async () => {
      const [owner, claimant] = [await user(), await user()]
      const claim = { userId: claimant.id, isDone: true }
      const id = await copyMap(database, template, { ownerId: owner.id, isPublic: true, claim })
      const answers = await Promise.all([
        status(owner, approveTransformation, id),
        status({ ...owner, url: servers[1]!.url }, rejectAssignment, id, { reason: 'other' }),
      ])
      const [map] = await query<{ current_version_id: string | null }>(
        'select current_version_id from maps where id = $1',
        id,
      )
      const isApproved = answers[0] === 200
      const isGood =
        [...answers].sort().join() === '200,409' && (map?.current_version_id !== null) === isApproved
      return isGood ? undefined : answers.join(' ')
    })
  })

  it('mark-done against the end of the claim: it is submitted or over, never both', async () => {
    await trials(async () => {
      const [owner, claimant] = [await user(), await user()]
      const claim = { userId: claimant.id, isDone: true }
      const id = await copyMap(database, template, { ownerId: owner.id, isPublic: true, claim })
      await query(
        `update assignments set done_at = null, expire_at = now() + interval '15 ms' where map_id = $1`,
        id,
      )
      await query(
        `select graphile_worker.add_job('expire-claim',
           json_build_object('assignmentId', (select id from assignments where map_id = $1)))`,
        id,
      )
      const answer = await status(claimant, markAssignmentDone, id)
      // Until the job that ends the claim, if it still may, has run.
      const due = `select 1 from graphile_worker.jobs where task_identifier = 'expire-claim' and run_at <= now()`
      do await pause(20)
      while ((await query(due)).length > 0)
      const [row] = await query<{ done_at: Date | null; ended_at: Date | null }>(
        'select done_at, ended_at from assignments where map_id = $1',
        id,
      )
      const isGood = answer === 200 ? row?.done_at && !row.ended_at : !row?.done_at && answer < 500
      return isGood ? undefined : JSON.stringify([answer, row])
    })
  })

  it('one user rates a map in parallel: it counts once, with its last value', async () => {
    await trials(async () => {
      const rater = await user()
      const id = await open((await user()).id)
      await Promise.all(
        [1, 2, 3, 4, 5].map((rating, n) =>
          status({ ...rater, url: servers[n % 2]!.url }, rateMap, id, { rating }),
        ),
      )
      const [map] = await query<{ rating_sum: number; rating_count: number }>(
        'select rating_sum, rating_count from maps where id = $1',
        id,
      )
      const rows = await query<{ rating: number }>('select rating from ratings where map_id = $1', id)
      const isGood = rows.length === 1 && map?.rating_count === 1 && map.rating_sum === rows[0]!.rating
      return isGood ? undefined : JSON.stringify([map, rows])
    })
  })

  it('an upload sent twice under one key: one map', async () => {
    await trials(async () => {
      const owner = await user()
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(
        [0, 1].map((n) =>
          postUpload({ ...owner, url: servers[0]!.url }, scan, { title: `Map ${n}` }, headers),
        ),
      )
      const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { id: string }[]
      const rows = await query('select 1 from maps where owner_id = $1', owner.id)
      const isGood = rows.length === 1 && bodies[0]!.id === bodies[1]!.id && bodies[0]!.id !== undefined
      return isGood ? undefined : JSON.stringify(bodies)
    })
  })

  it('ten uploads for one slot of a plan: one map, the others are told when the next is free', async () => {
    await trials(async () => {
      const owner = await user(1)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => postUpload(owner, scan, { title: 'A map' })),
      )
      const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { messageKey?: string }[]
      const refusals = bodies.filter(({ messageKey }) => messageKey === 'errors.upload.mapsPerMonthReached')
      const rows = await query('select 1 from maps where owner_id = $1', owner.id)
      return rows.length === 1 && refusals.length === 9 ? undefined : JSON.stringify(bodies)
    })
  })

  it('approve against a transform of the assignee’s: what was submitted is published, nothing else', async () => {
    await trials(async () => {
      const [owner, claimant] = [await user(), await user(1)]
      const claim = { userId: claimant.id, isDone: true }
      const id = await copyMap(database, template, { ownerId: owner.id, isPublic: true, claim })
      const answers = await Promise.all([
        status(owner, approveTransformation, id),
        status(claimant, transformMap, id, exactPoints(100, 80)),
      ])
      const [row] = await query<{ isRight: boolean; jobs: number }>(
        `select m.current_version_id = a.version_id and a.outcome = 'approved' as "isRight",
           (select count(*)::int from transforms t where t.map_id = m.id) as jobs
         from maps m join assignments a on a.map_id = m.id where m.id = $1`,
        id,
      )
      const isGood = answers.join() === '200,403' && row?.isRight && row.jobs === 0
      return isGood ? undefined : JSON.stringify([answers, row])
    })
  })

  it('first drafts against changes of visibility, of one owner: all of them are done', async () => {
    const { imagePoints, mapPoints } = exactPoints()
    const transformation = { imagePoints, mapPoints }
    await trials(async () => {
      const owner = await user()
      const ids = await Promise.all(Array.from({ length: 8 }, () => open(owner.id)))
      const answers = await Promise.all(
        ids.flatMap((id) => [
          status(owner, saveDraft, id, { follows: null, baseVersion: null, transformation }),
          status(owner, switchPublic, id, { isPublic: false }),
        ]),
      )
      return answers.every((answer) => answer === 200) ? undefined : answers.join(' ')
    })
  })

  it('ten registrations of one name: one account', async () => {
    await trials(async () => {
      const username = `Racer ${randomUUID().slice(0, 8)}`
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const body = { username, email: `${randomUUID()}@example.com`, password: 'Abcdef1' }
          const answer = await fetch(servers[n % 2]!.url + API_BASE + register.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          return answer.status
        }),
      )
      const rows = await query('select 1 from users where username = $1', username)
      const isGood = answers.sort().join() === `200,${Array(9).fill(409).join()}` && rows.length === 1
      return isGood ? undefined : answers.join(' ')
    })
  })

  it('a claim that ends around a transform: nothing is published, the overlay never counts for an ended claim', async () => {
    const owner = await newUser(servers[0]!.url)
    const id = await upload(owner, await drawnScan(400, 320), { title: 'Raced', isPublic: 'true' })
    await untilReady(owner, id)
    let n = 0
    await trials(async () => {
      n += 1
      const claimant = await user(n)
      // The transform of the trial before may still be ending.
      while ((await status(claimant, claimMap, id)) !== 200) await pause(10)
      const points = exactPoints(400, 320)
      const mapPoints = points.mapPoints.map(([x, y]): [number, number] => [x + n, y])
      const answer = status(claimant, transformMap, id, { ...points, mapPoints })
      await pause((n * 37) % 120)
      const [ended] = await query<{ id: string }>(
        'update assignments set expire_at = now() where map_id = $1 and ended_at is null returning id',
        id,
      )
      const code = await answer
      const [row] = await query<{ current_version_id: string | null; version_id: string | null }>(
        'select m.current_version_id, a.version_id from maps m, assignments a where m.id = $1 and a.id = $2',
        id,
        ended!.id,
      )
      await query('update assignments set expire_at = now() where map_id = $1 and ended_at is null', id)
      const isGood =
        [200, 403, 409].includes(code) &&
        row?.current_version_id === null &&
        (code === 200 || row.version_id === null)
      return isGood ? undefined : JSON.stringify([code, row])
    })
  })

  it('a claim that ends in the middle of a transform: 409, and nothing is published', async () => {
    const [owner, claimant] = [await newUser(servers[0]!.url), await newUser(servers[0]!.url)]
    const id = await upload(owner, await drawnScan(3000, 2400), { title: 'Large', isPublic: 'true' })
    await untilReady(owner, id)
    await callApi(claimant, claimMap, { params: { id } })
    const answer = status(claimant, transformMap, id, exactPoints(3000, 2400))
    for (;;) {
      const [job] = await query<{ state: string }>('select state from transforms where map_id = $1', id)
      if (job?.state === 'running') break
    }
    await query(`update assignments set expire_at = now() where map_id = $1`, id)
    expect(await answer).toBe(409)
    const map = await callApi(owner, getMap, { params: { id } })
    expect(map).toMatchObject({ isTransformed: false, assigned: null, files: { transformedPath: null } })
  })
})
