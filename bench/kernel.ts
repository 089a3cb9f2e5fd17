/**
 * The kernel against its peers, in one run, interleaved round by round: fitting, evaluating, warping, leave-one-out,
 * drags, accuracy and size. Peers: `@allmaps/transform` (npm; installed beside, or under `KERNEL_PEERS`), a plain
 * JavaScript spline, scipy, GDAL (C API and osgeo), nalgebra's LU and the native build of the same code (need cargo).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { MAX_CONTROL_POINTS } from '../contract/constants.ts'
import { loadKernel } from '../wasm-tps/tests/load-kernel.ts'
import { exampleSheet, largestDifference } from '../wasm-tps/tests/numbers.ts'
import type { Bench, BenchRow } from './bench-row.ts'
import { PlainJsSpline } from './kernel-peers/plain-js-spline.ts'
import { PythonPeer } from './kernel-peers/python-peers.ts'

type Kernel = Awaited<ReturnType<typeof loadKernel>>
type Contest = Record<string, () => number | Promise<number>>

const PATHS = {
  crate: fileURLToPath(new URL('../wasm-tps', import.meta.url)),
  module: fileURLToPath(new URL('../wasm-tps/pkg/wasm_tps_bg.wasm', import.meta.url)),
}
const SCAN = { width: 3300, height: 2600 }
/** Click noise of the sheets, px: a map placed by hand. */
const NOISE_PX = 10
/** Click noise of a sheet that bends everywhere. */
const ROUGH_PX = 120

/** The peers that are there. */
interface Peers {
  allmaps?: new (...args: never[]) => { transformToResource(point: number[]): number[] }
  scipy?: PythonPeer
  gdal?: PythonPeer
  native?: string
  skipped: string[]
}

const bench: Bench = async ({ log, quick }) => {
  const kernel = await loadKernel()
  const peers = await findPeers(log)
  const rounds = quick ? 3 : 9
  const rows: BenchRow[] = []
  const add = (row: BenchRow) => {
    rows.push({ ...row, skipped: peers.skipped })
    log(
      `${row.case}: ${row.ours.toPrecision(3)} ${row.unit} (${row.met === false ? 'missed' : 'met'}: ${row.goal})`,
    )
  }
  for (const n of quick ? [200] : [200, 343, 500]) {
    add(await solving(kernel, peers, n, rounds))
    for (const row of await evaluating(kernel, peers, n, rounds)) add(row)
  }
  for (const noise of [NOISE_PX, ROUGH_PX]) add(await warping(kernel, peers, noise, quick ? 2 : 5))
  for (const row of await latencies(kernel, rounds)) add(row)
  for (const row of await mostPoints(kernel, rounds)) add(row)
  for (const row of await accuracies(kernel, peers, quick)) add(row)
  add(moduleSize())
  peers.scipy?.stop()
  peers.gdal?.stop()
  return rows
}

export default bench

async function findPeers(log: (line: string) => void): Promise<Peers> {
  const peers: Peers = { skipped: [] }
  const [scipy, gdal] = [await PythonPeer.start('scipy'), await PythonPeer.start('gdal')]
  const native = buildNative()
  const allmaps = loadAllmaps()
  if (scipy) peers.scipy = scipy
  if (gdal) peers.gdal = gdal
  if (native !== undefined) peers.native = native
  if (allmaps) peers.allmaps = allmaps
  const names = { '@allmaps/transform': allmaps, scipy, GDAL: gdal, 'cargo (native, nalgebra)': native }
  peers.skipped = Object.entries(names).flatMap(([name, found]) => (found === undefined ? [name] : []))
  log(
    `peers: GDAL ${gdal?.version ?? 'skipped'}, scipy ${scipy?.version ?? 'skipped'}, skipped: ${peers.skipped.join(', ') || 'none'}`,
  )
  return peers
}

function loadAllmaps(): Peers['allmaps'] {
  try {
    const beside = process.env['KERNEL_PEERS']
    const from = beside === undefined ? fileURLToPath(import.meta.url) : `${beside}/package.json`
    // Not import(): the runner that loaded this file answers no more imports once it has started.
    const module = createRequire(from)('@allmaps/transform') as Record<string, unknown>
    return module['GcpTransformer'] as Peers['allmaps']
  } catch {
    return undefined
  }
}

/** Path of the native build of the same code; undefined without cargo. */
function buildNative(): string | undefined {
  const args = ['build', '--quiet', '--locked', '--profile', 'native', '--example', 'limit', '-j2']
  const built = spawnSync('cargo', args, { cwd: PATHS.crate, stdio: 'ignore' })
  return built.status === 0 ? `${PATHS.crate}/target/native/examples/limit` : undefined
}

/** Times of each contestant, one after another in every round: `{name: [ms, ...]}`. */
async function contest(rounds: number, contestants: Contest): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {}
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const ms = await run()
      // The first round warms up.
      if (round >= 0) (times[name] ??= []).push(ms)
    }
  }
  return times
}

/** Milliseconds of one run. */
function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const least = (values: number[]) => Math.min(...values)

/** A row of a contest in which `ours` is one contestant; less is better. Ratios are of the least times, which other programs disturb least. */
function speedRow(
  name: string,
  times: Record<string, number[]>,
  goal: string,
  wanted: Record<string, number>,
): BenchRow {
  const { ours, ...others } = times
  const each = (pick: (values: number[]) => number) =>
    Object.fromEntries(Object.entries(others).map(([peer, values]) => [peer, pick(values)]))
  const ratios = each((values) => least(values) / least(ours!))
  const judged = Object.entries(wanted).filter(([peer]) => ratios[peer] !== undefined)
  const row: BenchRow = {
    case: name,
    unit: 'ms',
    ours: median(ours!),
    oursMin: least(ours!),
    peers: each(median),
    peersMin: each(least),
    ratios,
    goal,
  }
  return judged.length === 0 ? row : { ...row, met: judged.every(([peer, times]) => ratios[peer]! >= times) }
}

/** A row with a limit of its own. */
const limitRow = (name: string, unit: string, ours: number, limit: number, goal: string): BenchRow => ({
  case: name,
  unit,
  ours,
  peers: {},
  ratios: {},
  goal,
  met: ours <= limit,
})

const tuples = (gcps: Float64Array) =>
  Array.from({ length: gcps.length / 4 }, (_, k) => [...gcps.subarray(4 * k, 4 * k + 4)])

/** Map points on a square grid over the sheet. */
function gridOver(side: number): Float64Array {
  return Float64Array.from({ length: 2 * side * side }, (_, k) => {
    const point = k >> 1
    return k % 2 === 0
      ? 2_800_000 + (260_000 * (point % side)) / side
      : 7_300_000 + (200_000 * Math.floor(point / side)) / side
  })
}

/** One run of the native program: its least times. */
function nativeTimes(program: string, gcps: Float64Array, vertices: number): Record<string, number> {
  const input = tuples(gcps)
    .map((gcp) => gcp.join(' '))
    .join('\n')
  return JSON.parse(execFileSync(program, [String(vertices)], { input, encoding: 'utf8' })) as Record<
    string,
    number
  >
}

function allmapsOf(allmaps: NonNullable<Peers['allmaps']>, gcps: Float64Array) {
  const points = tuples(gcps).map(([ix, iy, mx, my]) => ({ resource: [ix, iy], geo: [mx, my] }))
  return new (allmaps as new (...args: unknown[]) => { transformToResource(point: number[]): number[] })(
    points,
    'thinPlateSpline',
  )
}

async function solving({ WarpModel }: Kernel, peers: Peers, n: number, rounds: number): Promise<BenchRow> {
  const gcps = exampleSheet(n, n, NOISE_PX)
  const contestants: Contest = {
    ours: () => timed(() => new WarpModel('TPS', gcps).free()),
    'plain JS': () => timed(() => new PlainJsSpline(gcps)),
  }
  const { gdal, scipy, allmaps, native } = peers
  if (gdal)
    contestants['GDAL'] = async () => (await gdal.send({ cmd: 'fit', peer: 'gdal', gcps: tuples(gcps) })).ms
  if (scipy)
    contestants['scipy'] = async () =>
      (await scipy.send({ cmd: 'fit', peer: 'scipy', gcps: tuples(gcps) })).ms
  if (allmaps) {
    // It solves when first asked, in the direction asked for.
    contestants['allmaps'] = () =>
      timed(() => allmapsOf(allmaps, gcps).transformToResource([2_900_000, 7_400_000]))
  }
  if (native !== undefined) {
    let last: Record<string, number> = {}
    contestants['native'] = () => (last = nativeTimes(native, gcps, 64))['fit']!
    contestants['nalgebra LU (native)'] = () => last['nalgebraLu']!
  }
  const goal = '≥ 6× GDAL, ≥ 15× plain JS, ≥ 150× allmaps'
  return speedRow(`solve, n = ${n}`, await contest(rounds, contestants), goal, {
    GDAL: 6,
    'plain JS': 15,
    allmaps: 150,
  })
}

async function evaluating(
  { WarpModel }: Kernel,
  peers: Peers,
  n: number,
  rounds: number,
): Promise<BenchRow[]> {
  const gcps = exampleSheet(n, n, NOISE_PX)
  const side = 128
  const [map, few] = [gridOver(side), gridOver(12)]
  const [model, plain] = [new WarpModel('TPS', gcps), new PlainJsSpline(gcps)]
  const { gdal, scipy, allmaps, native } = peers
  const others: Contest = {}
  // The slow ones evaluate a part of the points; the time is scaled to all of them.
  const scale = map.length / few.length
  others['plain JS'] = () => timed(() => plain.mapToImage(few)) * scale
  const perPoint = gridOver(side)
  if (gdal) {
    await gdal.send({ cmd: 'fit', peer: 'gdal', gcps: tuples(gcps) })
    others['GDAL'] = async () =>
      (await gdal.send({ cmd: 'evaluate', peer: 'gdal', points: [...perPoint] })).ms
  }
  if (scipy) {
    await scipy.send({ cmd: 'fit', peer: 'scipy', gcps: tuples(gcps) })
    others['scipy'] = async () =>
      (await scipy.send({ cmd: 'evaluate', peer: 'scipy', points: [...perPoint] })).ms
  }
  if (allmaps) {
    const transformer = allmapsOf(allmaps, gcps)
    transformer.transformToResource([2_900_000, 7_400_000])
    others['allmaps'] = () =>
      timed(() => {
        for (let k = 0; k < few.length; k += 2) transformer.transformToResource([few[k]!, few[k + 1]!])
      }) * scale
  }
  const nativeOf = (name: string): Contest =>
    native === undefined ? {} : { native: () => nativeTimes(native, gcps, side * side)[name]! }
  const exact = model.mapToImage(map)
  const run = async (
    label: string,
    native: string,
    goal: string,
    wanted: Record<string, number>,
    evaluate: () => ArrayLike<number>,
  ) => {
    const times = await contest(rounds, { ours: () => timed(evaluate), ...others, ...nativeOf(native) })
    const error = largestDifference(evaluate(), exact)
    return speedRow(
      `evaluate ${map.length / 2} points, n = ${n}, ${label} (error ${error.toExponential(0)} px)`,
      times,
      goal,
      wanted,
    )
  }
  return [
    await run('doubles to rounding', 'exact', 'informs', {}, () => model.mapToImage(map)),
    await run('doubles ≤ 1e-3 px', 'fine', '≥ 4× GDAL, ≥ 6× plain JS', { GDAL: 4, 'plain JS': 6 }, () =>
      model.mapToImageWithin(map, 1e-3),
    ),
    await run(
      '≤ 0.05 px',
      'coarse',
      '≥ 12× GDAL, ≥ 15× plain JS and allmaps',
      { GDAL: 12, 'plain JS': 15, allmaps: 15 },
      () => model.mapToImageFast(map),
    ),
  ]
}

async function warping(
  { WarpModel, BlockWarper, RgbaImage }: Kernel,
  peers: Peers,
  noise: number,
  rounds: number,
): Promise<BenchRow> {
  const gcps = exampleSheet(200, 5, noise)
  const model = new WarpModel('TPS', gcps)
  const footprint = model.footprint(SCAN.width, SCAN.height)
  const [west = 0, south = 0, east = 0, north = 0] = footprint.bbox()
  const pixelSize = Math.hypot(east - west, north - south) / Math.hypot(SCAN.width, SCAN.height)
  const grid = {
    width: Math.round((east - west) / pixelSize),
    height: Math.round((north - south) / pixelSize),
  }
  const block = [west, north, pixelSize, grid.width, grid.height] as const
  const scan = new Uint8Array(4 * SCAN.width * SCAN.height)
  for (let k = 0; k < scan.length; k++) scan[k] = k % 4 === 3 ? 255 : k % 251
  const contestants: Contest = {
    ours: () => {
      const warper = new BlockWarper(model, footprint, 'bilinear', 0.125)
      const image = new RgbaImage(grid.width, grid.height)
      const ms = timed(() => {
        const [level, x, y, width, height] = warper.sourceWindow(...block, 1)
        // The window is cut out by whoever decodes; here it is the whole scan, to the pixel or two of the kernel's reach.
        warper.resampleInto(
          image,
          ...block,
          scan.subarray(0, 4 * width! * height!),
          level!,
          x!,
          y!,
          width!,
          height!,
        )
      })
      warper.free()
      image.free()
      return ms
    },
  }
  const { gdal } = peers
  if (gdal) {
    const command = {
      cmd: 'warp',
      gcps: tuples(gcps),
      width: SCAN.width,
      height: SCAN.height,
      grid: block,
      tolerance: 0.125,
    }
    contestants['gdalwarp'] = async () => (await gdal.send(command)).ms
  }
  const rough = noise === ROUGH_PX
  const name = `warp ${grid.width} x ${grid.height}, n = 200, ${rough ? 'rough' : 'gentle'}, bilinear, 0.125 px, one thread`
  return speedRow(name, await contest(rounds, contestants), `≥ ${rough ? 5 : 20}× gdalwarp`, {
    gdalwarp: rough ? 5 : 20,
  })
}

/** A mesh of about `vertices` vertices. */
function meshOf({ WarpModel }: Kernel, gcps: Float64Array, vertices: number) {
  const model = new WarpModel('TPS', gcps)
  const footprint = model.footprint(SCAN.width, SCAN.height)
  const [minX, minY, maxX, maxY] = footprint.bbox() as unknown as [number, number, number, number]
  const metresPerPixel = (maxX - minX) / 3000
  const mesh = model.viewMesh(
    footprint,
    minX,
    minY,
    maxX,
    maxY,
    metresPerPixel,
    512,
    3,
    1e-3,
    Math.round(vertices * 0.9),
  )
  return { model, mesh }
}

async function latencies(kernel: Kernel, rounds: number): Promise<BenchRow[]> {
  const { WarpModel } = kernel
  const gcps = exampleSheet(200, 3, NOISE_PX)
  const rows: BenchRow[] = []
  const measure = async (name: string, limit: number, run: () => unknown) => {
    const { ours } = await contest(2 * rounds, { ours: () => timed(run) })
    rows.push({
      ...limitRow(name, 'ms', median(ours!), limit, `≤ ${limit} ms`),
      oursMin: least(ours!),
      met: least(ours!) <= limit,
    })
  }
  const loo = new WarpModel('TPS', gcps)
  await measure('leave-one-out, n = 200', 3, () => loo.leaveOneOut())
  for (const [size, limit] of [
    [16_000, 2],
    [64_000, 8],
  ] as const) {
    const { model, mesh } = meshOf(kernel, gcps, size)
    const label = `n = 200, ${mesh.vertexCount} vertices`
    let step = 0
    await measure(`re-solve drag, ${label}`, limit, () => {
      step += 1
      const moved = model.withPoint(100, gcps[400]!, gcps[401]!, gcps[402]! + 10 * step, gcps[403]!)
      moved.updateViewMesh(mesh)
      moved.free()
    })
    const drag = model.startValueDrag(100, mesh)
    await measure(`value drag, ${label}`, size === 16_000 ? 0.1 : 0.4, () => {
      step += 1
      drag.moveTo(mesh, gcps[400]! + step, gcps[401]!)
    })
  }
  return rows
}

/** As many points as a map may have: what a person waits for who drags one, and for what is said of them. */
async function mostPoints(kernel: Kernel, rounds: number): Promise<BenchRow[]> {
  const { WarpModel } = kernel
  const gcps = exampleSheet(MAX_CONTROL_POINTS, 3, NOISE_PX)
  const { model, mesh } = meshOf(kernel, gcps, 16_000)
  const label = `n = ${MAX_CONTROL_POINTS}, ${mesh.vertexCount} vertices`
  const rows: BenchRow[] = []
  let step = 0
  const measure = async (name: string, limit: number, run: () => unknown) => {
    const { ours } = await contest(rounds, { ours: () => timed(run) })
    rows.push({ ...limitRow(name, 'ms', median(ours!), limit, `≤ ${limit} ms`), oursMin: least(ours!) })
  }
  await measure(`solve, n = ${MAX_CONTROL_POINTS}`, 250, () => new WarpModel('TPS', gcps).free())
  await measure(`re-solve drag, ${label}`, 250, () => {
    step += 1
    const moved = model.withPoint(100, gcps[400]!, gcps[401]!, gcps[402]! + 10 * step, gcps[403]!)
    moved.updateViewMesh(mesh)
    moved.free()
  })
  model.updateViewMesh(mesh)
  const drag = model.startValueDrag(100, mesh)
  await measure(`value drag, ${label}`, 1, () => {
    step += 1
    drag.moveToWithBatches(mesh, gcps[400]! + step, gcps[401]!)
  })
  await measure(`errors and folds, n = ${MAX_CONTROL_POINTS}`, 1000, () => {
    const fitted = new WarpModel('TPS', gcps)
    fitted.leaveOneOut()
    fitted.folds(SCAN.width, SCAN.height).free()
    fitted.free()
  })
  return rows
}

async function accuracies({ WarpModel }: Kernel, peers: Peers, quick: boolean): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const n = quick ? 200 : 500
  const gcps = exampleSheet(n, 21, NOISE_PX)
  const model = new WarpModel('TPS', gcps)
  const map = gridOver(40)
  const image = model.mapToImage(map)
  for (const [name, peer] of [
    ['scipy', peers.scipy],
    ['gdal', peers.gdal],
  ] as const) {
    if (!peer) continue
    await peer.send({ cmd: 'fit', peer: name, gcps: tuples(gcps) })
    const { values } = await peer.send({ cmd: 'evaluate', peer: name, points: [...map] })
    const difference = largestDifference(image, values!)
    const row = limitRow(
      `difference from ${name}, n = ${n}`,
      'px',
      difference,
      1e-8,
      'within 1e-8 px of scipy',
    )
    if (name === 'gdal') delete row.met
    rows.push(row)
  }
  rows.push(
    limitRow(
      `round trip, n = ${n}`,
      'px',
      largestDifference(model.mapToImage(model.imageToMap(image)), image),
      1e-6,
      '≤ 1e-6 px',
    ),
  )
  const closed = model.leaveOneOut()
  let worst = 0
  for (let k = 0; k < n; k += quick ? 20 : 10) {
    const rest = new WarpModel(
      'TPS',
      new Float64Array([...gcps.subarray(0, 4 * k), ...gcps.subarray(4 * k + 4)]),
    )
    const [x, y] = rest.mapToImage(gcps.slice(4 * k + 2, 4 * k + 4))
    worst = Math.max(
      worst,
      Math.hypot(x! - gcps[4 * k]! - closed[2 * k]!, y! - gcps[4 * k + 1]! - closed[2 * k + 1]!),
    )
    rest.free()
  }
  rows.push(limitRow(`leave-one-out against brute force, n = ${n}`, 'px', worst, 1e-9, '≤ 1e-9 px'))
  return rows
}

function moduleSize(): BenchRow {
  return limitRow(
    'module, gzipped',
    'kB',
    gzipSync(readFileSync(PATHS.module), { level: 9 }).length / 1000,
    60,
    '≤ 60 kB',
  )
}
