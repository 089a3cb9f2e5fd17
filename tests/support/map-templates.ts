import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import { claimMap, markAssignmentDone } from '../../contract/api/assignments.ts'
import { type CallInput } from '../../contract/api/define-call.ts'
import type { Transformation } from '../../contract/api/map-record.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { type MapFields, uploadFieldsSchema } from '../../contract/rules/map-fields.ts'
import { newId } from '../../server/db/new-id.ts'
import { columnsFor } from '../../server/db/queries/map-writes.ts'
import { maps } from '../../server/db/schema/maps.ts'
import { tokenHash } from '../../server/services/accounts/tokens.ts'
import { transformHash } from '../../server/services/transform/transform-request.ts'
import { NO_FIELDS, withoutAbsent } from '../../server/services/uploads/upload-map.ts'
import { type Caller, callApi, type NewUser, newUser, type ScanUpload, untilReady, upload } from './api.ts'
import { type RunningServer, runningServer } from './server-database.ts'
import { workerServer } from './shared-server.ts'
import { emptyDataFolder, startedData } from './started-data.ts'

/** What a map is published from. */
export type Publication = CallInput<typeof transformMap>['body']

type Row = Record<string, unknown>

/** What someone else does with a map that they have claimed. */
export interface ClaimedWork {
  readonly publication?: Publication
  /** Submitted, with these words to the owner. */
  readonly submission?: { readonly note: string }
}

/** What an upload, its conversion and a publication have left in a database and its files. */
interface Template {
  readonly mapId: string
  readonly ownerId: string
  /** Who has claimed it. */
  readonly workerId?: string
  /** What is later than this is to come. */
  readonly madeAt: number
  /** By their tables, in the order in which they may be inserted. */
  readonly rows: readonly { readonly table: string; readonly rows: readonly Row[] }[]
  /** Columns with moments. */
  readonly moments: readonly string[]
  /** Paths within the folder of the map. */
  readonly files: readonly string[]
}

/**
 * A converted map of a user's, published where `publication` is given: what uploading the scan, waiting for its
 * conversion, publishing and waiting for its judgement leave, in a twentieth of the time. The real way is gone once for
 * each scan and publication of a build; a copy gets its rows, with fields and identities of its own, and hard links to
 * its files. Open pages are told nothing, and the overlay file carries the title of the template. Where these are the
 * subject: `upload`, `untilReady` and `transformMap`.
 */
export async function addConverted(
  owner: Caller,
  scan: ScanUpload,
  fields: Readonly<Record<string, string>> = { title: 'A map' },
  publication?: Publication,
): Promise<string> {
  const people = publication ? peopleOf(fields) : {}
  const { folder, template } = await templateOf(scan, people, publication)
  return copy(template, folder, [owner], uploadFieldsSchema.parse(fields))
}

/**
 * A converted public map of an owner's that `worker` has claimed and worked on: what `addConverted` is to an upload. The
 * owner is told nothing.
 */
export async function addClaimed(
  owner: Caller,
  worker: Caller,
  scan: ScanUpload,
  fields: Readonly<Record<string, string>>,
  work: ClaimedWork = {},
): Promise<string> {
  const people = work.publication ? peopleOf(fields) : {}
  const { folder, template } = await templateOf(scan, people, undefined, work)
  return copy(template, folder, [owner, worker], uploadFieldsSchema.parse({ ...fields, isPublic: 'true' }))
}

/** An overlay says in its file who made the map. */
const peopleOf = ({ creator, publisher }: Readonly<Record<string, string>>) => ({
  ...(creator && { creator }),
  ...(publisher && { publisher }),
})

const known = new Map<string, Template>()

async function templateOf(
  scan: ScanUpload,
  people: Readonly<Record<string, string>>,
  publication: Publication | undefined,
  claimed?: ClaimedWork,
) {
  const hash = createHash('sha256')
    .update(JSON.stringify([scan.fileName, people, publication, claimed]))
    .update(scan.content)
  const folder = join(startedData(), 'maps-of-tests', hash.digest('hex').slice(0, 32))
  let template = known.get(folder)
  if (!template) {
    if (!existsSync(folder)) await makeTemplate(folder, scan, people, publication, claimed)
    template = JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8')) as Template
    known.set(folder, template)
  }
  return { folder, template }
}

async function makeTemplate(
  folder: string,
  scan: ScanUpload,
  people: Readonly<Record<string, string>>,
  publication: Publication | undefined,
  claimed: ClaimedWork | undefined,
): Promise<void> {
  const { url } = await workerServer()
  const server = runningServer(url)!
  const owner = await newUser(url, 'Template')
  const mapId = await upload(owner, scan, {
    title: 'A map',
    ...(claimed && { isPublic: 'true' }),
    ...people,
  })
  await untilReady(owner, mapId)
  if (publication) await callApi(owner, transformMap, { params: { id: mapId }, body: publication })
  const worker = claimed && (await workOn(claimed, url, mapId))
  await untilJudged(server, mapId)

  const making = emptyDataFolder('palimpsest-template-')
  const mapFolder = join(server.dataFolder, 'maps', mapId)
  const files = filesBelow(mapFolder)
  for (const path of files) linkFile(join(mapFolder, path), join(making, path))
  const template: Template = {
    mapId,
    ownerId: owner.id,
    ...(worker && { workerId: worker.id }),
    madeAt: Date.now(),
    ...(await rowsOf(server, mapId)),
    files,
  }
  writeFileSync(join(making, 'template.json'), JSON.stringify(template))
  mkdirSync(dirname(folder), { recursive: true })
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    // Another worker has made it meanwhile.
    if (!existsSync(folder)) throw error
  }
  await server.pool.query('delete from users where id = any($1)', [[owner.id, worker?.id]])
  rmSync(mapFolder, { recursive: true, force: true })
}

async function workOn(
  { publication, submission }: ClaimedWork,
  url: string,
  mapId: string,
): Promise<NewUser> {
  const worker = await newUser(url, 'Worker')
  const params = { id: mapId }
  await callApi(worker, claimMap, { params })
  if (publication) await callApi(worker, transformMap, { params, body: publication })
  if (submission) await callApi(worker, markAssignmentDone, { params, body: submission })
  return worker
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

/** A judgement follows the publication by a job of its own. */
export async function untilJudged({ pool }: RunningServer, mapId: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await new Promise((done) => setTimeout(done, 20))) {
    const { rowCount } = await pool.query(
      'select from maps where id = $1 and judged_version_id is not distinct from current_version_id',
      [mapId],
    )
    if (rowCount === 1) return
    if (Date.now() > deadline) throw new Error('the placement was not judged')
  }
}

async function rowsOf({ pool }: RunningServer, mapId: string): Promise<Pick<Template, 'rows' | 'moments'>> {
  const { rows: columns } = await pool.query<{ table: string; name: string; type: string; isMade: boolean }>(
    `select table_name as "table", column_name as name, data_type as type, is_generated = 'ALWAYS' as "isMade"
     from information_schema.columns where table_schema = 'public'`,
  )
  const made = new Set(columns.filter(({ isMade }) => isMade).map(({ table, name }) => `${table}.${name}`))
  const momentsOf = (table: string) =>
    columns
      .filter((column) => column.table === table && column.type === 'timestamp with time zone')
      .map(({ name }) => name)
  const others = columns.filter(({ name }) => name === 'map_id').map(({ table }) => table)
  const rows: { table: string; rows: Row[] }[] = []
  for (const table of ['maps', ...others]) {
    // Without an order they come as they lie, which is no order of time where rows of other maps were deleted.
    const order = momentsOf(table).map((name) => `t."${name}"`)
    const found = await pool.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${table} t where ${table === 'maps' ? 'id' : 'map_id'} = $1
       ${order.length > 0 ? `order by ${order.join(', ')}` : ''}`,
      [mapId],
    )
    if (found.rows.length === 0) continue
    const written = found.rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !made.has(`${table}.${name}`))),
    )
    rows.push({ table, rows: written })
  }
  const moments = columns.filter(({ type }) => type === 'timestamp with time zone').map(({ name }) => name)
  return { rows, moments: [...new Set(moments)] }
}

async function copy(
  template: Template,
  folder: string,
  [owner, worker]: readonly [Caller, Caller?],
  { isPublic = false, ...fields }: MapFields,
): Promise<string> {
  const server = runningServer(owner.url)
  if (!server) throw new Error(`${owner.url} is no server of this test`)
  const mapId = newId()
  const identities = new Map([[template.mapId, mapId]])
  for (const { rows } of template.rows)
    for (const { id } of rows) if (typeof id === 'string' && !identities.has(id)) identities.set(id, newId())
  const renamed = (text: string) => {
    let changed = text
    for (const [before, after] of identities) changed = changed.replaceAll(before, after)
    return changed
  }
  const client = await server.pool.connect()
  try {
    identities.set(template.ownerId, await signedIn(client, owner))
    if (worker && template.workerId !== undefined)
      identities.set(template.workerId, await signedIn(client, worker))
    const rows = JSON.parse(renamed(JSON.stringify(template.rows))) as Template['rows']
    moveToNow(rows, template)
    for (const { table, rows: written } of rows)
      for (const row of written) {
        if (table === 'maps') {
          const columns = columnsFor({ ...NO_FIELDS, ...withoutAbsent(fields), title: fields.title })
          for (const [name, value] of Object.entries(columns))
            row[maps[name as keyof typeof columns].name] = value
          row['is_public'] = isPublic
        }
        if ('request_hash' in row) row['request_hash'] = hashOf(row, mapId, rows)
      }
    const mapFolder = join(server.dataFolder, 'maps', mapId)
    for (const path of template.files) linkFile(join(folder, path), join(mapFolder, renamed(path)))
    await insert(client, rows)
  } finally {
    client.release()
  }
  return mapId
}

async function signedIn(client: PoolClient, { token }: Caller): Promise<string> {
  const found = await client.query<{ id: string }>(
    'select user_id as id from sessions where token_hash = $1',
    [tokenHash(token ?? '')],
  )
  const id = found.rows[0]?.id
  if (id === undefined) throw new Error('the user is not signed in')
  return id
}

/** It depends on the map's identity. */
function hashOf(row: Row, mapId: string, rows: Template['rows']): string {
  const bytes = rows[0]!.rows[0]!['converted_bytes'] as number
  return transformHash((row['transformation'] ?? row['input']) as Transformation, { mapId, bytes })
}

/** The last of what happened happens now. */
function moveToNow(tables: Template['rows'], { moments, madeAt }: Template): void {
  const rows = tables.flatMap((table) => table.rows)
  const timesOf = (row: Row) => moments.flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : []))
  const times = rows.flatMap(timesOf).map((text) => Date.parse(text))
  const last = Math.max(...times.filter((time) => time <= madeAt))
  const later = Date.now() - last
  for (const row of rows)
    for (const name of moments) {
      const text = row[name]
      if (typeof text === 'string') row[name] = new Date(Date.parse(text) + later).toISOString()
    }
}

async function insert(client: PoolClient, tables: Template['rows']): Promise<void> {
  await client.query('begin')
  try {
    for (const { table, rows } of tables) {
      const columns = Object.keys(rows[0]!).map((name) => `"${name}"`)
      await client.query(
        `insert into ${table} (${columns.join(', ')})
         select ${columns.map((name) => `made.${name}`).join(', ')} from jsonb_populate_recordset(null::${table}, $1) as made`,
        [JSON.stringify(rows)],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The product never writes into a file of a map again. */
function linkFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}
