import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimMap } from '../../contract/api/assignments.ts'
import { correctMaps, MOST_CORRECTED, MOST_REFUSED_NAMED } from '../../contract/api/correct-maps.ts'
import type { BodyOf } from '../../contract/api/define-call.ts'
import { mapHistory } from '../../contract/api/map-history.ts'
import { deleteMap, getMap, updateMap } from '../../contract/api/maps.ts'
import { newId } from '../../server/db/new-id.ts'
import { type Caller, callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let owner: Caller
let other: Caller
let scan: Awaited<ReturnType<typeof drawnScan>>

beforeAll(async () => {
  server = await sharedServer()
  owner = await newUser(server.url, 'Archivist')
  other = await newUser(server.url, 'Neighbour')
  scan = await drawnScan()
})
afterAll(async () => server?.stop())

const on = (id: string) => ({ params: { id } })
const add = (fields: Record<string, string>, whose = owner) => addConverted(whose, scan, fields)
const record = (id: string) => callApi(owner, getMap, on(id))
const eventsOf = async (id: string, caller = owner) => (await callApi(caller, mapHistory, on(id))).events

type Corrections = BodyOf<typeof correctMaps>['maps']
const correct = (maps: Corrections) => callApi(owner, correctMaps, { body: { maps } })
const refused = (maps: Corrections) => refusedApi(owner, correctMaps, { body: { maps } })

describe('correcting many maps at once', () => {
  it('changes what is named, clears what is null, leaves the rest, and notes it in each history', async () => {
    const [first, second, third] = await Promise.all([
      add({ title: 'One', creator: 'Somebody', year: '1890', licence: 'CC0-1.0' }),
      add({ title: 'Two', isPublic: 'true' }),
      add({ title: 'Three' }),
    ])
    const maps = [
      {
        id: first,
        changes: {
          title: 'First',
          creator: null,
          licence: 'PDM-1.0' as const,
          scale: '1:84000',
          sheetBounds: 'N 55.5 W 24 E 25 S 55',
        },
      },
      { id: second, changes: { shelfmark: '=12/3', isPublic: false, before: { shelfmark: null } } },
      { id: third, changes: { title: 'Three' } },
    ]
    expect(await correct(maps)).toEqual({ status: 'success', changed: 2 })
    expect(await record(first)).toMatchObject({
      titles: { title: 'First' },
      creator: null,
      years: { year: 1890 },
      licence: 'PDM-1.0',
      scale: { numerator: '1', denominator: '84000' },
      sheetBounds: 'N 55.5 W 24 E 25 S 55',
    })
    expect(await record(second)).toMatchObject({ shelfmark: '=12/3', isPublic: false })
    const [event, ...earlier] = await eventsOf(first)
    expect(event).toMatchObject({
      kind: 'corrected',
      changes: [
        { field: 'title', from: 'One', to: 'First' },
        { field: 'creator', from: 'Somebody', to: null },
        { field: 'scale', from: null, to: '1:84000' },
        { field: 'sheetBounds', from: null, to: 'N 55.5 W 24 E 25 S 55' },
        { field: 'licence', from: 'CC0-1.0', to: 'PDM-1.0' },
      ],
    })
    expect(earlier.map(({ kind }) => kind)).not.toContain('corrected')
    expect(
      (await eventsOf(second))
        .slice(0, 2)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['corrected', 'madePrivate'])
    expect((await eventsOf(third)).map(({ kind }) => kind)).not.toContain('corrected')
    // Sent again, as after a lost answer.
    expect(await correct(maps)).toEqual({ status: 'success', changed: 0 })
  })

  it('changes none where one is refused, and names those that are', async () => {
    const good = await add({ title: 'Good' })
    const moved = await add({ title: 'Moved' })
    await callApi(owner, updateMap, { ...on(moved), body: { title: 'Moved by another window' } })
    const trashed = await add({ title: 'Trashed' })
    await callApi(owner, deleteMap, on(trashed))
    const foreign = await add({ title: 'Foreign' }, other)
    const open = await add({ title: 'Open', isPublic: 'true' }, other)
    const claimed = await add({ title: 'Claimed', isPublic: 'true', licence: 'CC0-1.0' })
    await callApi(other, claimMap, on(claimed))
    const change = { changes: { title: 'Changed' } }
    const cases: [string, Corrections[number], number, Record<string, string>][] = [
      ['unknown', { id: newId(), ...change }, 404, { 'maps.1.id': 'errors.notFound' }],
      ['no id', { id: 'x', ...change }, 404, { 'maps.1.id': 'errors.notFound' }],
      ['trashed', { id: trashed, ...change }, 404, { 'maps.1.id': 'errors.notFound' }],
      ['private of another', { id: foreign, ...change }, 404, { 'maps.1.id': 'errors.notFound' }],
      ['public of another', { id: open, ...change }, 403, { 'maps.1.id': 'errors.maps.noPermission' }],
      [
        'under a claim',
        { id: claimed, changes: { licence: 'PDM-1.0' } },
        403,
        { 'maps.1.id': 'errors.maps.assigned' },
      ],
      [
        'changed meanwhile',
        { id: moved, changes: { title: 'Mine', before: { title: 'Moved' } } },
        409,
        { 'maps.1.changes.title': 'errors.fields.changedMeanwhile' },
      ],
      [
        'an unreadable date',
        { id: moved, changes: { date: 'one day' } },
        400,
        { 'maps.1.changes.date': 'errors.fields.unknownDate' },
      ],
    ]
    for (const [name, wrong, status, errorKeys] of cases) {
      const refusal = await refused([{ id: good, ...change }, wrong])
      expect([name, refusal.status, refusal.body.errorKeys]).toEqual([name, status, errorKeys])
      expect(refusal.body.messageKey, name).toBe('errors.maps.notCorrected')
    }
    expect((await record(good)).titles.title).toBe('Good')
    expect((await eventsOf(good)).map(({ kind }) => kind)).not.toContain('corrected')
    expect((await callApi(other, getMap, on(claimed))).licence).toBe('CC0-1.0')
  })

  it('says nothing of it to others', async () => {
    const id = await add({ title: 'Seen by all', isPublic: 'true' })
    await correct([{ id, changes: { attribution: 'The archive' } }])
    expect((await eventsOf(id))[0]).toMatchObject({ kind: 'corrected' })
    expect((await eventsOf(id, other)).map(({ kind }) => kind)).not.toContain('corrected')
  })

  it('is bounded, and its refusals are', async () => {
    const unknown = Array.from({ length: MOST_CORRECTED + 1 }, () => ({
      id: newId(),
      changes: { title: 'A' },
    }))
    expect(await refused(unknown)).toMatchObject({
      status: 400,
      body: { errorKeys: { maps: 'errors.fields.tooMany' } },
    })
    const all = await refused(unknown.slice(1))
    expect(all.status).toBe(404)
    expect(all.body.details).toEqual({ count: MOST_CORRECTED })
    expect(Object.keys(all.body.errorKeys ?? {})).toHaveLength(MOST_REFUSED_NAMED)
    const twice = { id: newId(), changes: { title: 'A' } }
    expect(await refused([twice, twice])).toMatchObject({
      status: 400,
      body: { errorKeys: { maps: 'errors.catalogs.mapTwice' } },
    })
  })
})
