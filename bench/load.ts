/**
 * The server under load: 100 users on 10,000 maps, the whole list, sign-ins at once, open streams, and a soak. There is
 * no peer: the goals are the bar. Client and server share the machine. `LOAD_MINUTES` makes streams and soak
 * longer, `LOAD_PART` (mixed, list, sign-ins, streams, soak) chooses one.
 */
import { request, type IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type BenchRow, ownRow } from './bench-row.ts'
import { type LoadAnswer, type LoadRequest, LoadClient, quantile, slope } from './load-client.ts'
import { type LoadInstance, type LoadUser, startLoadInstance } from './load-instance.ts'

const MEGABYTE = 1024 * 1024

const bench: Bench = async ({ log, quick }) => {
  const minutes = quick ? 0.1 : Number(process.env.LOAD_MINUTES ?? 1)
  const maps = quick ? 1_000 : 10_000
  const rows: BenchRow[] = []
  // Each part has a server of its own: what one leaves in memory must not weigh on the next.
  const measure = async (what: string, part: (load: Load) => Promise<BenchRow[]>) => {
    if (!what.includes(process.env.LOAD_PART ?? '')) return
    log(`${what} …`)
    const instance = await startLoadInstance(maps, 100)
    const client = new LoadClient(instance.url)
    try {
      // The first search fills the gazetteer; an instance does that once.
      await client.send({ path: '/geocode?q=Vilnius', token: instance.users[0]!.token })
      rows.push(...(await part({ instance, client })))
    } finally {
      client.close()
      await instance.stop()
    }
  }
  await measure('mixed calls', (load) => mixedLoad(load, quick ? 3_000 : 30_000))
  await measure('the whole list', (load) => wholeList(load, quick ? 2 : 10))
  await measure('sign-ins at once', signIns)
  await measure('streams', (load) => streams(load, quick ? 300 : 5_000, minutes))
  await measure('soak', (load) => soak(load, 2 * minutes))
  return rows
}
export default bench

interface Load {
  readonly instance: LoadInstance
  readonly client: LoadClient
}

/** What a user does next: mostly looking, sometimes changing. */
function nextCall({ mapIds }: LoadInstance, { token }: LoadUser, n: number): LoadRequest {
  const mapId = mapIds[(n * 7919) % mapIds.length]
  const kinds: (() => LoadRequest)[] = [
    () => ({ path: '/maps/publicMaps?limit=20' }),
    () => ({ path: `/maps/publicMaps?limit=20&yearFrom=${1500 + (n % 300)}&yearTo=${1600 + (n % 300)}` }),
    () => ({ path: `/maps/publicMaps?limit=20&search=map%20${n % 1000}` }),
    () => ({
      path: `/maps/publicMaps?limit=20&boxFilter=${encodeURIComponent('{"minX":1e6,"minY":6e6,"maxX":1.2e6,"maxY":6.2e6}')}`,
    }),
    () => ({ path: `/map/${mapId}` }),
    () => ({ path: `/map/${mapId}` }),
    () => ({ path: '/maps/PersonalMaps?limit=20' }),
    () => ({ path: '/notifications' }),
    () => ({ path: '/notifications/unread-count' }),
    () => ({ path: '/navigation-counts' }),
    () => ({ path: '/catalogs' }),
    () => ({ path: '/auth/validate-token' }),
    () => ({ path: '/health-check' }),
    () => ({ path: '/geocode?q=Vilnius' }),
    () => ({ method: 'POST', path: `/maps/ratings/${mapId}`, body: { rating: 1 + (n % 5) } }),
  ]
  return { ...kinds[n % kinds.length]!(), token }
}

/** How long users look at an answer before they ask again, in milliseconds. */
const LOOKING_MS = 300

/** For a while, users ask one after another, with a pause of `lookingMs` on the average. */
async function askFor(load: Load, users: number, ms: number, lookingMs: number) {
  const { instance, client } = load
  const answers: LoadAnswer[] = []
  let n = 0
  const started = performance.now()
  await Promise.all(
    instance.users.slice(0, users).map(async (user, at) => {
      if (lookingMs > 0) await pause((at * lookingMs) / users)
      while (performance.now() - started < ms) {
        n += 1
        answers.push(await client.send(nextCall(instance, user, n)))
        if (lookingMs > 0) await pause(lookingMs * (0.5 + (n % 11) / 10))
      }
    }),
  )
  return {
    rate: (answers.length * 1000) / (performance.now() - started),
    p99: quantile(
      answers.map((answer) => answer.ms),
      0.99,
    ),
    median: quantile(
      answers.map((answer) => answer.ms),
      0.5,
    ),
    bad: answers.filter(({ status }) => status >= 400).length,
  }
}

async function mixedLoad(load: Load, ms: number): Promise<BenchRow[]> {
  const paced = await askFor(load, 100, ms, LOOKING_MS)
  const pressed = await askFor(load, 100, ms, 0)
  const name = `100 users, a call each ${LOOKING_MS} ms`
  const bad = paced.bad + pressed.bad
  return [
    ownRow(name, 'req/s', paced.rate, '≥ 150', paced.rate >= 150),
    ownRow(`${name}: median`, 'ms', paced.median),
    ownRow(`${name}: 99th percentile`, 'ms', paced.p99, '≤ 400', paced.p99 <= 400),
    ownRow('100 users, call after call', 'req/s', pressed.rate, '≥ 150', pressed.rate >= 150),
    ownRow('100 users, call after call: 99th percentile', 'ms', pressed.p99),
    ownRow('100 users: refused or failed', 'answers', bad, '0', bad === 0),
  ]
}

async function wholeList({ instance, client }: Load, rounds: number): Promise<BenchRow[]> {
  const answers: LoadAnswer[] = []
  await Promise.all(
    instance.users.slice(0, 5).map(async ({ token }) => {
      for (let n = 0; n < rounds; n += 1) answers.push(await client.send({ path: '/maps/publicMaps', token }))
    }),
  )
  const { token } = instance.users[0]!
  const first = await client.send({ path: '/maps/publicMaps', token })
  const etag = String(first.headers.etag)
  const again = await client.send({ path: '/maps/publicMaps', token, headers: { 'if-none-match': etag } })
  const p99 = quantile(
    answers.map(({ ms }) => ms),
    0.99,
  )
  const kilobytes = first.bytes / 1000
  return [
    ownRow(`whole list of ${instance.mapIds.length} maps`, 'kB', kilobytes, '≤ 600', kilobytes <= 600),
    ownRow('whole list, 5 users: 99th percentile', 'ms', p99, '≤ 2000', p99 <= 2000),
    ownRow('whole list, unchanged: status', '', again.status, '304', again.status === 304),
  ]
}

async function signIns(load: Load): Promise<BenchRow[]> {
  const { client } = load
  const watching = askFor(load, 20, 4_000, LOOKING_MS)
  const body = (n: number) => ({ email: `nobody${n}@example.com`, password: 'Wrong12' })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => client.send({ method: 'POST', path: '/auth/login', body: body(n) })),
  )
  const { p99 } = await watching
  const surplus = answers.filter(({ status }) => status === 429).length
  const decided = answers.filter(({ status }) => status === 401).length
  return [
    ownRow('50 sign-ins at once: other calls, 99th percentile', 'ms', p99, '≤ 500', p99 <= 500),
    ownRow(
      '50 sign-ins at once: turned away',
      'answers',
      surplus,
      '> 0, the others 401',
      surplus > 0 && surplus + decided === 50,
    ),
  ]
}

interface OpenStream {
  readonly response: IncomingMessage
  /** When the next notification comes. */
  onNotification: (() => void) | undefined
}

function openStream(url: string, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/notifications/stream?token=${token}`, (response) => {
      const stream: OpenStream = { response, onNotification: undefined }
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (chunk.includes('event: connected')) resolve(stream)
        if (chunk.includes('event: notification')) stream.onNotification?.()
      })
      response.once('error', () => undefined)
      if (response.statusCode !== 200) reject(new Error(`the stream answered ${response.statusCode}`))
    })
    sent.once('error', reject)
    sent.end()
  })
}

/** Opens streams, a hundred at a time, keeps them for a while, and times an event to one of them. */
async function streams({ instance, client }: Load, count: number, minutes: number): Promise<BenchRow[]> {
  const { users, mapIds, url } = instance
  const open: OpenStream[] = []
  while (open.length < count) {
    const batch = Array.from({ length: Math.min(100, count - open.length) }, (_, n) =>
      openStream(url, users[(open.length + n) % users.length]!.token),
    )
    open.push(...(await Promise.all(batch)))
  }
  const delays: number[] = []
  let highest = 0
  const until = performance.now() + minutes * 60_000
  for (let n = 0; performance.now() < until; n += 1) {
    highest = Math.max(highest, instance.memory())
    delays.push(await eventDelay(client, users[n % users.length]!, mapIds[n % mapIds.length]!, open))
    await pause(250)
  }
  for (const { response } of open) response.destroy()
  const p99 = quantile(delays.filter(Number.isFinite), 0.99)
  const lost = delays.filter((delay) => delay === Infinity).length
  const megabytes = highest / MEGABYTE
  const label = `${count} streams for ${minutes} min`
  return [
    ownRow(`${label}: memory of the server`, 'MB', megabytes, '≤ 400', megabytes <= 400),
    ownRow(`${label}: event, 99th percentile`, 'ms', p99, '≤ 1000, none lost', p99 <= 1000 && lost === 0),
  ]
}

/** From a first rating to the owner's notification; NaN where the rater owns the map, or has rated it before. */
async function eventDelay(
  client: LoadClient,
  rater: LoadUser,
  mapId: string,
  open: readonly OpenStream[],
): Promise<number> {
  let started = performance.now()
  const heard = new Promise<number>((resolve) => {
    for (const stream of open) stream.onNotification = () => resolve(performance.now() - started)
  })
  const { text = '{}' } = await client.send({ path: `/map/${mapId}`, token: rater.token, reads: true })
  const map = JSON.parse(text) as { isOwner: boolean; ratings: { userRating: number | null } }
  if (map.isOwner || map.ratings.userRating !== null) return NaN
  started = performance.now()
  const answer = await client.send({
    method: 'POST',
    path: `/maps/ratings/${mapId}`,
    token: rater.token,
    body: { rating: 5 },
  })
  if (answer.status !== 200) return Infinity
  return Promise.race([heard, pause(5_000, Infinity)])
}

/** A steady load; memory and descriptors must not grow. */
async function soak(load: Load, minutes: number): Promise<BenchRow[]> {
  const { instance } = load
  // The first half fills pools and caches.
  await askFor(load, 50, minutes * 30_000, LOOKING_MS)
  const before = instance.descriptors()
  const memory: [number, number][] = []
  const asking = askFor(load, 50, minutes * 30_000, LOOKING_MS)
  const sampling = setInterval(
    () => memory.push([performance.now() / 60_000, instance.memory() / MEGABYTE]),
    500,
  )
  await asking
  clearInterval(sampling)
  const growth = slope(memory)
  const descriptors = instance.descriptors() - before
  return [
    ownRow(`soak of ${minutes} min: memory`, 'MB/min', growth, '≤ 1', growth <= 1),
    ownRow(`soak of ${minutes} min: descriptors`, 'more', descriptors, '≤ 20', descriptors <= 20),
  ]
}
