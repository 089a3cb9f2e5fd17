/**
 * What the lettering of real maps proposes, and that it claims nothing where nothing is to be found: number and fidelity
 * of the points, seconds a megapixel and memory.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { indexPlaces } from '../lettering/propose/gazetteer.ts'
import type { Gazetteer } from '../lettering/propose/gazetteer.ts'
import { proposePoints } from '../lettering/propose/propose-points.ts'
import type { ProposalResult } from '../lettering/propose/propose-points.ts'
import type { Lettering } from '../lettering/words.ts'
import { scanPyramid } from '../server/cli/scan-pyramid.ts'
import { modelPaths } from '../server/raster/lettering/model-paths.ts'
import { readScan } from '../server/raster/lettering/read-scan.ts'
import { placesOfTheWorld } from '../server/world/named-places.ts'
import { handPoints, judgeProposals } from '../tests/support/proposal-truth.ts'
import type { PlacedPoint } from '../tests/support/proposal-truth.ts'
import type { Bench, BenchContext, BenchRow } from './bench-row.ts'
import { collectRows } from './collected-rows.ts'
import { measured } from './warp-process.ts'

const DATA = fileURLToPath(new URL('../../shared/data/', import.meta.url))
const COMMAND = 'dist/server/propose-command.mjs'
const SCANS = {
  basel: 'basel-1798/old_map.jpg',
  drawn: 'lettering/drawn_lith_h.jpg',
  saxony: 'saxony-weimar-107mp/test-ak.jpg',
  aalen: 'mtb-aalen-76mp/test-mtb.tif',
  sanborn: 'sanborn-new-iberia-1885/new_iberia_la_1885_p1__1.jpg',
} as const

type Near = NonNullable<Parameters<typeof proposePoints>[2]>['near']
/** Two degrees around. */
const NEAR_BASEL: Near = { lon: 7.75, lat: 47.5, km: 222 }
const NEAR_DRAWN: Near = { lon: 23.9, lat: 55.2, km: 222 }
/** Where the maps lie on which nothing is to be found by names of towns. */
const NOTHING = [
  ['saxony', { lon: 13.3, lat: 51, km: 222 }],
  ['aalen', { lon: 10.1, lat: 48.84, km: 222 }],
  ['sanborn', { lon: -91.8, lat: 30, km: 222 }],
] as const
/** Regions full of places, far from all maps above. */
const WRONG: readonly (readonly [lon: number, lat: number])[] = [
  [-3, 40],
  [-1.5, 53],
  [14.5, 41],
  [22, 39],
  [28, 47],
  [35, 39],
  [31, 30],
  [-99, 19],
  [-75, 41],
  [-47, -22],
  [77, 28],
  [106, -7],
  [121, 15],
  [137, 36],
  [28, -26],
]

const bench: Bench = async ({ log, quick }) => {
  if (!existsSync(DATA)) return [informs('maps beside the project', '', 0, { skipped: ['../shared/data'] })]
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-propose-'))
  const collected = collectRows(log)
  try {
    const reading = new Readings(folder, log)
    const gazetteer = indexPlaces(placesOfTheWorld())
    await collected.add('basel', () => baselRows(reading, gazetteer))
    if (!quick) {
      await collected.add('the drawn map', () => drawnRows(reading, gazetteer))
      await collected.add('basel turned', () => turnedRows(reading, gazetteer, folder))
      await collected.add('maps without a place', () => nothingRows(reading, gazetteer))
      await collected.add('wrong regions', () => wrongRows(reading, gazetteer))
      for (const name of ['basel', 'saxony', 'aalen'] as const)
        await collected.add(`the command, ${name}`, () => commandRows(name, folder))
    }
    collected.rows.push(...reading.rows)
    return collected.rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default bench

/** Each scan is read once; what it took is a row. */
class Readings {
  readonly rows: BenchRow[] = []
  readonly #folder: string
  readonly #log: BenchContext['log']
  readonly #read = new Map<string, Lettering>()

  constructor(folder: string, log: BenchContext['log']) {
    this.#folder = folder
    this.#log = log
  }

  async of(name: string, path: string): Promise<Lettering> {
    const known = this.#read.get(name)
    if (known) return known
    const signal = new AbortController().signal
    const workFolder = join(this.#folder, name)
    const still = { onStart: () => undefined, onProgress: () => undefined, signal }
    const { path: pyramidPath, scan } = await scanPyramid(path, workFolder, still)
    const startedAt = process.cpuUsage()
    const pyramid = { path: pyramidPath, width: scan.width, height: scan.height }
    const lettering = await readScan({ pyramid, models: modelPaths() })
    const { user, system } = process.cpuUsage(startedAt)
    const seconds = (user + system) / 1e6
    const megapixels = (scan.width * scan.height) / 1e6
    this.#log(`${name}: ${lettering.words.length} words in ${seconds.toFixed(0)} s of a core`)
    this.rows.push(informs(`reading ${name}, ${megapixels.toFixed(1)} Mpx`, 's/Mpx', seconds / megapixels))
    this.#read.set(name, lettering)
    return lettering
  }

  known(name: keyof typeof SCANS): Promise<Lettering> {
    return this.of(name, join(DATA, SCANS[name]))
  }
}

async function baselRows(reading: Readings, gazetteer: Gazetteer): Promise<BenchRow[]> {
  const lettering = await reading.known('basel')
  const hand = handPoints(join(DATA, 'basel-1798/gcps.csv'))
  const near = proposePoints(lettering, gazetteer, { near: NEAR_BASEL })
  const startedAt = performance.now()
  const anywhere = proposePoints(lettering, gazetteer)
  const seconds = (performance.now() - startedAt) / 1000
  const goals = { count: 40, right: 0.95, medianError: 0.011 }
  return [
    ...fidelityRows('basel, ±2°', near, hand, lettering, goals),
    ...fidelityRows('basel, whole world', anywhere, hand, lettering, { count: 20, right: 0.9 }),
    row('matching basel, whole world', 's', seconds, '≤ 30 s', seconds <= 30),
  ]
}

async function drawnRows(reading: Readings, gazetteer: Gazetteer): Promise<BenchRow[]> {
  const lettering = await reading.known('drawn')
  const result = proposePoints(lettering, gazetteer, { near: NEAR_DRAWN })
  const hand = handPoints(join(DATA, 'synthetic-lithuania/gcps_exact.csv'))
  return fidelityRows('lettered drawing, ±2°', result, hand, lettering, {
    count: 30,
    right: 1,
    medianError: 0.006,
  })
}

const TURN = 100

async function turnedRows(reading: Readings, gazetteer: Gazetteer, folder: string): Promise<BenchRow[]> {
  const path = join(folder, 'turned.png')
  const upright = sharp(join(DATA, SCANS.basel))
  const { width, height } = await upright.metadata()
  await upright.rotate(TURN, { background: '#fff' }).png().toFile(path)
  const lettering = await reading.of('basel turned', path)
  const radians = (TURN * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const hand = handPoints(join(DATA, 'basel-1798/gcps.csv')).map(({ image: [x, y], map }): PlacedPoint => {
    const [right, down] = [x - width / 2, y - height / 2]
    return {
      image: [
        right * cos - down * sin + lettering.width / 2,
        right * sin + down * cos + lettering.height / 2,
      ],
      map,
    }
  })
  const result = proposePoints(lettering, gazetteer, { near: NEAR_BASEL })
  return fidelityRows(`basel turned by ${TURN}°, ±2°`, result, hand, lettering, { count: 20, right: 0.9 })
}

interface Goals {
  readonly count: number
  /** Part of the proposals. */
  readonly right: number
  /** Part of the diagonal. */
  readonly medianError?: number
}

function fidelityRows(
  name: string,
  { points, odds }: ProposalResult,
  hand: readonly PlacedPoint[],
  size: Lettering,
  goals: Goals,
): BenchRow[] {
  const judged = judgeProposals(points, hand, size)
  const percent = (100 * judged.right) / judged.count
  const error = 100 * judged.medianError
  const goal = goals.medianError === undefined ? undefined : 100 * goals.medianError
  const atLeast = 100 * goals.right
  return [
    row(`proposals, ${name}`, 'points', judged.count, `≥ ${goals.count}`, judged.count >= goals.count),
    row(`right, ${name}`, '%', percent, `≥ ${atLeast} %`, percent >= atLeast),
    row(`right of the first 12, ${name}`, 'points', judged.rightOfFirst, '12', judged.rightOfFirst === 12),
    goal === undefined
      ? informs(`median error at the hand points, ${name}`, '% of diagonal', error)
      : row(`median error at the hand points, ${name}`, '% of diagonal', error, `≤ ${goal} %`, error <= goal),
    informs(`log10 of the odds, ${name}`, '', odds),
  ]
}

async function nothingRows(reading: Readings, gazetteer: Gazetteer): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [name, near] of NOTHING) {
    const lettering = await reading.known(name)
    for (const [where, options] of [
      ['±2°', { near }],
      ['whole world', {}],
    ] as const) {
      const { points } = proposePoints(lettering, gazetteer, options)
      rows.push(row(`claimed of ${name}, ${where}`, 'points', points.length, '0', points.length === 0))
    }
  }
  return rows
}

async function wrongRows(reading: Readings, gazetteer: Gazetteer): Promise<BenchRow[]> {
  let claims = 0
  let highest = -Infinity
  for (const name of ['basel', 'drawn', 'saxony'] as const) {
    const lettering = await reading.known(name)
    for (const [lon, lat] of WRONG) {
      const { points, odds } = proposePoints(lettering, gazetteer, { near: { lon, lat, km: 222 } })
      if (points.length > 0) claims++
      highest = Math.max(highest, odds)
    }
  }
  const regions = 3 * WRONG.length
  return [
    row(`claims in ${regions} wrong regions`, 'maps', claims, '0', claims === 0),
    informs(`highest log10 of the odds in ${regions} wrong regions`, '', highest),
  ]
}

/** The whole way of a user, process start included. */
async function commandRows(name: keyof typeof SCANS, folder: string): Promise<BenchRow[]> {
  const scan = join(DATA, SCANS[name])
  const { seconds, peakMb } = await measured(process.execPath, [
    COMMAND,
    scan,
    '--json',
    join(folder, `${name}.json`),
  ])
  return [
    informs(`npm run propose, ${name}, whole world`, 's', seconds),
    row(`peak memory of npm run propose, ${name}`, 'MB', peakMb, '≤ 600 MB', peakMb <= 600),
  ]
}

function row(name: string, unit: string, ours: number, goal: string, met: boolean): BenchRow {
  return { case: name, unit, ours, peers: {}, ratios: {}, goal, met }
}

function informs(name: string, unit: string, ours: number, more: Partial<BenchRow> = {}): BenchRow {
  return { case: name, unit, ours, peers: {}, ratios: {}, goal: 'informs', ...more }
}
