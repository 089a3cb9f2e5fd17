/**
 * The calls of the map viewer on 100,000 public maps, 16 callers one call after another, and the plain list of 10,000
 * maps; and what the page computes while its map is moved,
 * and holds in memory. There is no peer: the goals are the bar. Client, server and database share the machine.
 * `VIEWER_PART` (a part of a row's name) chooses some of the calls.
 */
import process from 'node:process'
import { performance } from 'node:perf_hooks'
import { OUTLINE_TILE_FEATURES } from '../contract/api/find.ts'
import { WORLD_HALF_METRES } from '../contract/constants.ts'
import { type Bench, type BenchRow, ownRow } from './bench-row.ts'
import { collectRows } from './collected-rows.ts'
import { type LoadAnswer, LoadClient, quantile } from './load-client.ts'
import { type LoadInstance, startLoadInstance } from './load-instance.ts'
import { insertViewerMaps, repeatable } from './viewer-maps.ts'
import { panViewer } from './viewer-page.ts'

const CALLERS = 16
const GOAL_MS = 300
const LIST_GOAL_MS = 1000

type Random = () => number

/** Addresses that a kind of call draws from, no two alike. */
interface CallKind {
  readonly name: string
  readonly path: (random: Random) => string
}

/** A box of the given side somewhere over Europe, where the maps are. */
function boxOver(random: Random, side: number): string {
  const [west, south] = [-5e5 + random() * 3e6, 4.8e6 + random() * 3.2e6]
  return [west, south, west + side, south + side * 0.6].map((metres) => metres.toFixed(0)).join(',')
}

const yearsOf = (random: Random) => {
  const from = 1600 + Math.floor(random() * 250)
  return `from=${from}&to=${from + 20 + Math.floor(random() * 100)}`
}

const WORDS = [
  'vilnius',
  'kaunas',
  'riga',
  'siege plan',
  'krakow',
  'ortelius',
  'homann',
  'church',
  'fortress',
  'leiden',
]
const wordOf = (random: Random) => `${WORDS[Math.floor(random() * WORDS.length)]}`.replace(' ', '%20')

/** Metres across a screen of 1,280 px at a zoom level. */
const screen = (zoom: number) => (1280 / 512) * ((2 * WORLD_HALF_METRES) / 2 ** zoom)

const FIND: CallKind[] = [
  { name: 'newest', path: () => '/maps/find?sort=newest' },
  { name: 'oldest', path: () => '/maps/find?sort=oldest' },
  { name: 'by title', path: () => '/maps/find?sort=title' },
  { name: 'by year', path: () => '/maps/find?sort=year' },
  { name: 'by rating', path: () => '/maps/find?sort=rating' },
  { name: 'of a time', path: (random) => `/maps/find?${yearsOf(random)}` },
  { name: 'of a time, by title', path: (random) => `/maps/find?${yearsOf(random)}&sort=title` },
  { name: 'of a time, by rating', path: (random) => `/maps/find?${yearsOf(random)}&sort=rating` },
  { name: 'in a box of 200 km', path: (random) => `/maps/find?box=${boxOver(random, 2e5)}` },
  {
    name: 'in a box of 2,000 km, by title',
    path: (random) => `/maps/find?box=${boxOver(random, 2e6)}&sort=title`,
  },
  {
    name: 'in a box of 2,000 km, by year',
    path: (random) => `/maps/find?box=${boxOver(random, 2e6)}&sort=year`,
  },
  { name: 'of a word', path: (random) => `/maps/find?q=${wordOf(random)}` },
  {
    name: 'of a word in the title, by year',
    path: (random) => `/maps/find?title=${wordOf(random)}&sort=year`,
  },
  {
    name: 'of a word, a time and a box',
    path: (random) => `/maps/find?q=${wordOf(random)}&${yearsOf(random)}&box=${boxOver(random, 1e6)}`,
  },
  { name: 'by a view of level 3', path: (random) => `/maps/find?view=${boxOver(random, screen(3))}` },
  { name: 'by a view of level 5', path: (random) => `/maps/find?view=${boxOver(random, screen(5))}` },
  { name: 'by a view of level 9', path: (random) => `/maps/find?view=${boxOver(random, screen(9))}` },
  {
    name: 'by a view of level 5, of a time',
    path: (random) => `/maps/find?view=${boxOver(random, screen(5))}&${yearsOf(random)}`,
  },
]

/** Words with one letter wrong, or two that changed places. */
const MISSPELT = ['vilnuis', 'kuanas', 'makovski', 'ortelus', 'fortres', 'konigsbreg', 'warzsawa', 'leidn']
const misspelt = (random: Random) => MISSPELT[Math.floor(random() * MISSPELT.length)]!
/** Towns of the gazetteer of which no text speaks. */
const TOWNS = ['ukmerge', 'marijampole', 'zgierz', 'bratislava', 'wuppertal', 'reims', 'malmo', 'pinsk']
const town = (random: Random) => TOWNS[Math.floor(random() * TOWNS.length)]!
const typed = (random: Random) =>
  encodeURIComponent(decodeURIComponent(wordOf(random)).slice(0, 3 + Math.floor(random() * 4)))

/** What the search over all maps asks for. */
const SEARCH: CallKind[] = [
  { name: 'all, newest', path: () => '/maps/find?list=all' },
  { name: 'all, by title', path: () => '/maps/find?list=all&sort=title' },
  { name: 'all, fewest points', path: () => '/maps/find?list=all&sort=points' },
  { name: 'all, largest error', path: () => '/maps/find?list=all&sort=error' },
  { name: 'all, of a word', path: (random) => `/maps/find?list=all&q=${wordOf(random)}` },
  {
    name: 'all, of a word, largest error',
    path: (random) => `/maps/find?list=all&sort=error&q=${wordOf(random)}`,
  },
  {
    name: 'all, of a word and a year',
    path: (random) => `/maps/find?list=all&q=${wordOf(random)}%201${800 + Math.floor(random() * 99)}`,
  },
  { name: 'all, of a place', path: (random) => `/maps/find?list=all&q=${town(random)}` },
  { name: 'all, misspelt', path: (random) => `/maps/find?list=all&q=${misspelt(random)}` },
  { name: 'all, unplaced', path: () => '/maps/find?list=all&isTransformed=false' },
  { name: 'all, with a licence', path: () => '/maps/find?list=all&hasLicence=true' },
  { name: 'favourites', path: () => '/maps/find?list=favorite' },
  { name: 'suggestions', path: (random) => `/maps/suggestions?q=${typed(random)}` },
]

const YEARS: CallKind[] = [
  { name: 'of all maps', path: () => '/maps/years' },
  { name: 'of a word', path: (random) => `/maps/years?q=${wordOf(random)}` },
  { name: 'in a box of 2,000 km', path: (random) => `/maps/years?box=${boxOver(random, 2e6)}` },
]

/** Tiles of a level over Europe. */
const tilesOf = (zoom: number, filter = ''): CallKind => ({
  name: `level ${zoom}${filter && ', of a time'}`,
  path: (random) => {
    const [east, north] = [-5e5 + random() * 3.4e6, 4.8e6 + random() * 3.6e6]
    const side = (2 * WORLD_HALF_METRES) / 2 ** zoom
    const [x, y] = [
      Math.floor((east + WORLD_HALF_METRES) / side),
      Math.floor((WORLD_HALF_METRES - north) / side),
    ]
    return `/maps/outlines/${zoom}/${x}/${y}.mvt${filter && `?${yearsOf(random)}`}`
  },
})
const TILES = [
  ...[0, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14].map((zoom) => tilesOf(zoom)),
  tilesOf(4, 'time'),
  tilesOf(6, 'time'),
]

interface Load {
  readonly instance: LoadInstance
  readonly client: LoadClient
  readonly calls: number
}

/** So many calls of a kind by all callers at once, each after its last. */
async function measure(
  { instance, client, calls }: Load,
  { name, path }: CallKind,
  what: string,
): Promise<BenchRow[]> {
  if (!`${what} ${name}`.includes(process.env.VIEWER_PART ?? '')) return []
  const random = repeatable(name.length)
  const answers: LoadAnswer[] = []
  let left = calls
  const started = performance.now()
  await Promise.all(
    instance.users.slice(0, CALLERS).map(async ({ token }) => {
      for (; left > 0;) {
        left -= 1
        answers.push(await client.send({ path: path(random), token }))
      }
    }),
  )
  const rate = (answers.length * 1000) / (performance.now() - started)
  const bad = answers.filter(({ status }) => status !== 200).length
  const times = answers.map(({ ms }) => ms)
  const p99 = bad > 0 ? Infinity : quantile(times, 0.99)
  const most = Math.max(...answers.map(({ bytes }) => bytes)) / 1000
  return [
    ownRow(`${what} ${name}: 99th percentile`, 'ms', p99, `≤ ${GOAL_MS}`, p99 <= GOAL_MS),
    ownRow(
      `${what} ${name}: median, at ${rate.toFixed(0)}/s, up to ${most.toFixed(0)} kB, least ${Math.min(...times).toFixed(1)} ms`,
      'ms',
      quantile(times, 0.5),
    ),
  ]
}

/** Pages one after another to a depth that nobody scrolls to. */
async function deepPages(load: Load, sort: string): Promise<BenchRow[]> {
  if (!`deep page by ${sort}`.includes(process.env.VIEWER_PART ?? '')) return []
  const cursors = new Map<number, string>()
  let cursor = ''
  for (let page = 0; page < 50; page += 1) {
    const { text = '{}' } = await load.client.send({
      path: `/maps/find?sort=${sort}&limit=200${cursor && `&cursor=${cursor}`}`,
      token: load.instance.users[0]!.token,
      reads: true,
    })
    cursor = (JSON.parse(text) as { next: string }).next
    cursors.set(page, cursor)
  }
  const path = (random: Random) => `/maps/find?sort=${sort}&cursor=${cursors.get(Math.floor(random() * 50))}`
  return measure(load, { name: `by ${sort}`, path }, 'deep page')
}

async function plainList(maps: number, rounds: number, log: (line: string) => void): Promise<BenchRow[]> {
  if (!'plain list'.includes(process.env.VIEWER_PART ?? '')) return []
  log(`plain list of ${maps} maps …`)
  const instance = await startLoadInstance(maps, 100)
  const client = new LoadClient(instance.url)
  try {
    const answers: LoadAnswer[] = []
    await Promise.all(
      instance.users.slice(0, 5).map(async ({ token }) => {
        for (let n = 0; n < rounds; n += 1)
          answers.push(await client.send({ path: '/maps/publicMaps', token }))
      }),
    )
    const times = answers.map(({ ms }) => ms)
    const p99 = quantile(times, 0.99)
    return [
      ownRow(
        `plain list of ${maps} maps, 5 callers: 99th percentile`,
        'ms',
        p99,
        `≤ ${LIST_GOAL_MS}`,
        p99 <= LIST_GOAL_MS,
      ),
      ownRow(`plain list of ${maps} maps, 5 callers: median`, 'ms', quantile(times, 0.5)),
    ]
  } finally {
    client.close()
    await instance.stop()
  }
}

const bench: Bench = async ({ log, quick }) => {
  const { rows, add: keep } = collectRows(log)
  const maps = quick ? OUTLINE_TILE_FEATURES : 100_000
  log(`${maps} maps …`)
  const instance = await startLoadInstance(maps, 100, insertViewerMaps)
  const client = new LoadClient(instance.url)
  try {
    const load = { instance, client, calls: quick ? 32 : 320 }
    const add = async (what: string, kinds: readonly CallKind[]) => {
      log(`${what} …`)
      for (const kind of kinds) {
        await keep(`${what} ${kind.name}`, async () => {
          const measured = await measure(load, kind, what)
          for (const { case: name, ours } of measured) log(`  ${name}: ${ours.toFixed(1)} ms`)
          return measured
        })
      }
    }
    // The first calls fill what a server fills once.
    await measure({ ...load, calls: 32 }, { name: 'first', path: () => '/maps/find' }, '')
    await client.send({ path: '/geocode?q=vilnius', token: instance.users[0]!.token })
    await add('find', FIND)
    await add('search', SEARCH)
    for (const sort of ['newest', 'title', 'rating'])
      await keep(`deep page by ${sort}`, () => deepPages(load, sort))
    await add('years', YEARS)
    await add('tile', TILES)
    if ('panning'.includes(process.env.VIEWER_PART ?? '')) {
      log('panning …')
      await keep('panning', () => panViewer(instance, quick, log))
    }
  } finally {
    client.close()
    await instance.stop()
  }
  await keep('plain list', () => plainList(quick ? 1_000 : 10_000, quick ? 2 : 10, log))
  return rows
}
export default bench
