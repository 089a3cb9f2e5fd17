/**
 * What an archive with 3,000 maps waits for: its lists, a catalog of 500 sheets with its first tiles, and the first search
 * for a place after a start. There is no peer: a person's patience is the bar, two seconds on idle cores. Callers, server
 * and database share the machine.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createCatalog } from '../contract/api/catalogs.ts'
import { transformMap } from '../contract/api/transform.ts'
import { WORLD_HALF_METRES } from '../contract/constants.ts'
import { overlayKey } from '../server/storage/map-keys.ts'
import { callApi, newUser, untilReady, upload } from '../tests/support/api.ts'
import { drawnScan, exactPoints } from '../tests/support/scans.ts'
import { type RunningServer, runningServer } from '../tests/support/server-database.ts'
import { startServer } from '../tests/support/server.ts'
import { type Bench, type BenchRow, ownRow } from './bench-row.ts'
import { LoadClient } from './load-client.ts'

const GOAL_MS = 2_000
const MAPS = 3_000
const SHEETS = 500
/** Of the catalog's sheets, which lie edge to edge. */
const SHEETS_A_ROW = 25

const TIE_POINTS = 33_922

/** Where the first directory of a TIFF says at which easting and northing its corner lies. */
function originPlace(file: Buffer): number {
  const isBig = file.readUInt16LE(2) === 43
  const directory = isBig ? Number(file.readBigUInt64LE(8)) : file.readUInt32LE(4)
  const entries = isBig ? Number(file.readBigUInt64LE(directory)) : file.readUInt16LE(directory)
  const [first, size] = isBig ? [directory + 8, 20] : [directory + 2, 12]
  for (let n = 0; n < entries; n += 1) {
    const entry = first + n * size
    if (file.readUInt16LE(entry) !== TIE_POINTS) continue
    return (isBig ? Number(file.readBigUInt64LE(entry + 12)) : file.readUInt32LE(entry + 8)) + 24
  }
  throw new Error('the overlay does not say where it lies')
}

/** Puts copies of a placed map beside one another, each with an overlay of its own; returns their ids. */
async function addCopies(
  { pool, dataFolder }: RunningServer,
  fromId: string,
  count: number,
): Promise<string[]> {
  const columnsOf = async (table: string) => {
    const { rows } = await pool.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  const { rows } = await pool.query<{ id: string; key: string; box: string }>(
    'select v.id, file_key as key, v.corners as box from maps m join map_versions v on v.id = current_version_id where m.id = $1',
    [fromId],
  )
  const { id: versionId, key, box } = rows[0]!
  const overlay = readFileSync(join(dataFolder, key))
  const place = originPlace(overlay)
  const [x, y] = [overlay.readDoubleLE(place), overlay.readDoubleLE(place + 8)]
  const [maxX, maxY, minX, minY] = box.match(/-?[\d.e+]+/g)!.map(Number) as [number, number, number, number]
  const columns = { maps: await columnsOf('maps'), map_versions: await columnsOf('map_versions') }
  const copy = (table: 'maps' | 'map_versions', id: string, change: object) =>
    pool.query(
      `insert into ${table} (${columns[table].join(', ')}) select ${columns[table].map((name) => `made.${name}`).join(', ')}
       from ${table} row, jsonb_populate_record(null::${table}, to_jsonb(row) || $2::jsonb) as made where row.id = $1`,
      [id, JSON.stringify(change)],
    )
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const [id, version] = [randomUUID(), randomUUID()]
    const dx = (n % SHEETS_A_ROW) * (maxX - minX)
    const dy = -Math.floor(n / SHEETS_A_ROW) * (maxY - minY)
    const corners = `((${maxX + dx},${maxY + dy}),(${minX + dx},${minY + dy}))`
    const ring = [
      [minX + dx, minY + dy],
      [maxX + dx, minY + dy],
      [maxX + dx, maxY + dy],
      [minX + dx, maxY + dy],
    ]
    const target = overlayKey(id, version)
    // Beyond the catalog nobody looks at the overlay.
    if (n < SHEETS) {
      overlay.writeDoubleLE(x + dx, place)
      overlay.writeDoubleLE(y + dy, place + 8)
      mkdirSync(dirname(join(dataFolder, target)), { recursive: true })
      writeFileSync(join(dataFolder, target), overlay)
    }
    await copy('maps', fromId, { id, title: `Sheet ${n}`, current_version_id: version, corners })
    await copy('map_versions', versionId, {
      id: version,
      map_id: id,
      corners,
      footprint: [ring],
      file_key: target,
    })
    ids.push(id)
  }
  await pool.query('analyze')
  return ids
}

/** The address of the tile of a zoom over a place. */
function tileAt(zoom: number, [x, y]: readonly [number, number]): string {
  const side = (2 * WORLD_HALF_METRES) / 2 ** zoom
  return `${zoom}/${Math.floor((x + WORLD_HALF_METRES) / side)}/${Math.floor((WORLD_HALF_METRES - y) / side)}`
}

const bench: Bench = async ({ log, quick }) => {
  const server = await startServer()
  const client = new LoadClient(server.url)
  try {
    const owner = await newUser(server.url)
    const rows: BenchRow[] = []
    const measure = async (name: string, path: string) => {
      const started = performance.now()
      const { status } = await client.send({ path, token: owner.token })
      const ms = performance.now() - started
      if (status !== 200) throw new Error(`${name}: ${status}`)
      rows.push(ownRow(name, 'ms', ms, `≤ ${GOAL_MS}`, ms <= GOAL_MS))
    }
    await measure('first search for a place after a start', '/geocode?q=Kaunas')
    log('the maps …')
    const running = runningServer(server.url)!
    const id = await upload(owner, await drawnScan(1200, 900), { title: 'Sheet', isPublic: 'true' })
    await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id }, body: exactPoints(1200, 900, 10) })
    const copies = await addCopies(running, id, quick ? 60 : MAPS)
    const sheets = copies.slice(0, quick ? 50 : SHEETS)
    const { id: catalogId } = await callApi(owner, createCatalog, { body: { title: 'Series' } })
    for (const mapId of sheets)
      await running.pool.query('insert into catalog_maps (catalog_id, map_id) values ($1, $2)', [
        catalogId,
        mapId,
      ])

    await measure('own maps, the whole list', '/maps/PersonalMaps')
    await measure('public maps, their first page', '/maps/find?sort=newest')
    await measure('a catalog, its maps', `/catalogs/${catalogId}/maps`)
    const { rows: boxes } = await running.pool.query<{ x: number; y: number }>(
      `select avg((center(corners))[0])::float8 as x, avg((center(corners))[1])::float8 as y from maps where id = any($1)`,
      [sheets],
    )
    const middle = [boxes[0]!.x, boxes[0]!.y] as const
    for (const zoom of [5, 8, 10])
      await measure(
        `a catalog, its first tile at level ${zoom}`,
        `/catalogs/${catalogId}/tiles/${tileAt(zoom, middle)}.webp`,
      )
    return rows
  } finally {
    client.close()
    await server.stop()
  }
}
export default bench
