/**
 * Tiles of one placed map of 48 megapixels, 16 callers one call after another: each tile once (drawn from the file),
 * then all of them again (cached in memory). There is no peer: the goals are the bar. Callers, server and database share
 * the machine.
 */
import { performance } from 'node:perf_hooks'
import { mapTileJson } from '../contract/api/map-tiles.ts'
import { transformMap } from '../contract/api/transform.ts'
import { callApi, newUser, untilReady, upload } from '../tests/support/api.ts'
import { drawnScan, exactPoints } from '../tests/support/scans.ts'
import { type Bench, type BenchRow, ownRow } from './bench-row.ts'
import { LoadClient, quantile } from './load-client.ts'
import { startLoadInstance } from './load-instance.ts'
import { repeatable } from './viewer-maps.ts'

const CALLERS = 16
const WARM_MS = 100
const COLD_MS = 400
const MEGABYTE = 1024 * 1024

/** Tiles over a box of degrees from a zoom down to five levels coarser, in an order without order. */
function pathsOver(bounds: readonly number[], maxzoom: number): string[] {
  const [west = 0, south = 0, east = 0, north = 0] = bounds
  const column = (lon: number, z: number) => ((lon + 180) / 360) * 2 ** z
  const row = (lat: number, z: number) =>
    (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z
  const paths: string[] = []
  for (let z = maxzoom; z > maxzoom - 6; z -= 1)
    for (let x = Math.floor(column(west, z)); x < column(east, z); x += 1)
      for (let y = Math.floor(row(north, z)); y < row(south, z); y += 1) paths.push(`${z}/${x}/${y}`)
  const random = repeatable(7)
  return paths
    .map((path) => ({ path, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ path }) => path)
}

/** All of the addresses, asked for by the callers one after another each. */
async function askAll(client: LoadClient, paths: readonly string[]) {
  const times: number[] = []
  let [next, bad] = [0, 0]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
        const { status, ms } = await client.send({ path })
        times.push(ms)
        if (status !== 200) bad += 1
      }
    }),
  )
  const rate = (paths.length * 1000) / (performance.now() - started)
  return { p99: quantile(times, 0.99), median: quantile(times, 0.5), least: Math.min(...times), rate, bad }
}

const bench: Bench = async ({ log, quick }) => {
  const [width, height] = quick ? [2000, 1500] : [8000, 6000]
  const instance = await startLoadInstance(0, 1, async () => [])
  const client = new LoadClient(instance.url)
  try {
    log('the map …')
    const owner = await newUser(instance.url)
    const id = await upload(owner, await drawnScan(width, height), { title: 'Plan', isPublic: 'true' })
    await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id }, body: exactPoints(width, height, 3.1) })
    const { bounds, maxzoom } = await callApi({ url: instance.url }, mapTileJson, { params: { id } })
    const most = quick ? 100 : 1_200
    const rows: BenchRow[] = []
    for (const [name, ending] of [
      ['256 px WebP', '.webp'],
      ['512 px WebP', '@2x.webp'],
      ['256 px PNG', '.png'],
    ] as const) {
      log(`${name} …`)
      const paths = pathsOver(bounds, maxzoom)
        .slice(0, most)
        .map((path) => `/map/${id}/tiles/${path}${ending}?v=1`)
      const cold = await askAll(client, paths)
      // As many as are looked at together; more would be drawn anew.
      const warm = await askAll(client, Array.from({ length: 10 }, () => paths.slice(-150)).flat())
      const bad = cold.bad + warm.bad
      rows.push(
        ownRow(`${name}, drawn: 99th percentile`, 'ms', cold.p99, `≤ ${COLD_MS}`, cold.p99 <= COLD_MS),
        ownRow(`${name}, drawn: median`, 'ms', cold.median),
        ownRow(`${name}, drawn: least`, 'ms', cold.least),
        ownRow(`${name}, drawn`, 'tiles/s', cold.rate),
        ownRow(`${name}, cached: 99th percentile`, 'ms', warm.p99, `≤ ${WARM_MS}`, warm.p99 <= WARM_MS),
        ownRow(`${name}, cached: median`, 'ms', warm.median),
        ownRow(`${name}, cached: least`, 'ms', warm.least),
        ownRow(`${name}, cached`, 'tiles/s', warm.rate),
        ownRow(`${name}: refused or failed`, 'answers', bad, '0', bad === 0),
      )
    }
    rows.push(ownRow('memory of the server', 'MB', instance.memory() / MEGABYTE))
    return rows
  } finally {
    client.close()
    await instance.stop()
  }
}
export default bench
