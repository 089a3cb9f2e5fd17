import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { claimMap, markAssignmentDone } from '../../contract/api/assignments.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, type NewUser, newUser, type ScanUpload, untilReady, upload } from '../support/api.ts'
import { addClaimed, addConverted, untilJudged } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const FIELDS = { title: 'A map', isPublic: 'true', year: '1798', creator: 'J. Perthes', scale: '1:50000' }

const PUBLICATION = { ...exactPoints(400, 300), notes: { 0: 'church' } }
const SUBMISSION = { note: 'The bridges are of 1905.' }

describe.each(['converted', 'published', 'submitted'] as const)(
  'a %s map that tests have copied',
  (state) => {
    const isSubmitted = state === 'submitted'
    let server: SharedServer
    let real: { readonly owner: NewUser; readonly worker?: NewUser | undefined; readonly id: string }
    let copied: typeof real

    beforeAll(async () => {
      server = await sharedServer()
      const scan = await drawnScan(400, 300)
      const [owner, other] = [await newUser(server.url), await newUser(server.url)]
      const id = await upload(owner, scan, FIELDS)
      await untilReady(owner, id)
      const params = { id }
      const worker = isSubmitted ? await newUser(server.url) : undefined
      if (worker) await callApi(worker, claimMap, { params })
      if (state !== 'converted') await callApi(worker ?? owner, transformMap, { params, body: PUBLICATION })
      if (worker) await callApi(worker, markAssignmentDone, { params, body: SUBMISSION })
      await untilJudged(runningServer(server.url)!, id)
      real = { owner, worker, id }
      copied = isSubmitted ? await copySubmitted(other, scan) : await copyConverted(other, scan)
    })

    const copyConverted = async (owner: NewUser, scan: ScanUpload) => ({
      owner,
      id: await addConverted(owner, scan, FIELDS, state === 'published' ? PUBLICATION : undefined),
    })

    async function copySubmitted(owner: NewUser, scan: ScanUpload) {
      const worker = await newUser(server.url)
      const work = { publication: PUBLICATION, submission: SUBMISSION }
      return { owner, worker, id: await addClaimed(owner, worker, scan, FIELDS, work) }
    }

    /** A text with the same words for identities in the order in which they come, and for moments. */
    function comparable(value: unknown, { id, owner, worker }: typeof real): unknown {
      const names = new Map([
        [id, 'the map'],
        [owner.id, 'the owner'],
        ...(worker ? [[worker.id, 'the worker'] as const] : []),
      ])
      const text = JSON.stringify(value)
        .replaceAll(owner.username, 'the owner’s name')
        .replaceAll(worker?.username ?? '\n', 'the worker’s name')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (found) => {
          if (!names.has(found)) names.set(found, `identity ${names.size}`)
          return names.get(found)!
        })
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'a moment')
        // Signatures of paths, of a map's identity.
        .replaceAll(/files\/s\/[\w.-]+?\.the owner/g, 'signed for the owner')
        .replaceAll(/\b(sig|signature|token|exp|expires)=[\w.-]+/g, '$1=signed')
      return JSON.parse(text)
    }

    it('is the same to its owner', async () => {
      const recordOf = async (map: typeof real) =>
        comparable(await callApi(map.owner, getMap, { params: { id: map.id } }), map)
      expect(await recordOf(copied)).toEqual(await recordOf(real))
    })

    it('has the same rows in every table', async () => {
      const { pool } = runningServer(server.url)!
      // But for the log of what was written when.
      const { rows: tables } = await pool.query<{ name: string; moments: string[] }>(
        `select table_name as name,
         coalesce(json_agg(column_name order by ordinal_position)
           filter (where data_type = 'timestamp with time zone'), '[]') as moments
       from information_schema.columns where table_schema = 'public' and table_name <> 'map_changes'
       group by table_name having table_name = 'maps' or bool_or(column_name = 'map_id')`,
      )
      const rowsOf = async (map: typeof real) => {
        const all: Record<string, unknown> = {}
        for (const { name, moments } of tables) {
          // Where they lie says nothing: new rows fill the space of those that other tests have left.
          const order = moments.length > 0 ? `order by ${moments.join(', ')}` : ''
          const { rows } = await pool.query<{ row: Record<string, unknown> }>(
            `select to_jsonb(t) as row from ${name} t where ${name === 'maps' ? 'id' : 'map_id'} = $1 ${order}`,
            [map.id],
          )
          // Hashed with the map's identity.
          all[name] = rows.map(({ row }) => ({ ...row, request_hash: typeof row['request_hash'] }))
        }
        return comparable(all, map)
      }
      expect(await rowsOf(copied)).toEqual(await rowsOf(real))
    })

    it('has the same files', () => {
      const filesOf = (map: typeof real) => {
        const folder = join(server.dataFolder, 'maps', map.id)
        return readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => {
            const path = join(parentPath, name)
            const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
            return [comparable(path.slice(folder.length), map), hash]
          })
          .sort()
      }
      expect(filesOf(copied)).toEqual(filesOf(real))
    })

    it('has the same history', async () => {
      const historyOf = async (map: typeof real) =>
        comparable(await callApi(map.owner, mapHistory, { params: { id: map.id }, query: {} }), map)
      expect(await historyOf(copied)).toEqual(await historyOf(real))
    })

    it('is not published anew from the same points', async () => {
      if (state !== 'published') return
      const again = await callApi(copied.owner, transformMap, {
        params: { id: copied.id },
        body: PUBLICATION,
      })
      expect(again.version).toBe(1)
    })
  },
)
