import type { ServerResponse } from 'node:http'
/** A map becomes one of a library's image: its address is given, the server fetches it in pieces. */
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelImport, importIiif, lookUpIiif, retryImport } from '../../contract/api/import-iiif.ts'
import { getMap, personalMaps, storageUse } from '../../contract/api/maps.ts'
import { callApi, newUser, refusedApi, untilReady } from '../support/api.ts'
import {
  hostedImage,
  type IiifHost,
  lastPiece,
  manifest2,
  manifest3,
  openIiifHost,
  type Service,
  TILE,
} from '../support/iiif-host.ts'
import { runCleanUp, startDatabase, type TestDatabase } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

const POLL = { timeout: 60_000, interval: 100 }
const image = hostedImage(1_300, 700)
const TILES = Math.ceil(image.width / TILE) * Math.ceil(image.height / TILE)

let host: IiifHost
let database: TestDatabase
let server: TestServer
let user: Awaited<ReturnType<typeof newUser>>
beforeAll(async () => {
  host = await openIiifHost(image)
  host.answer('m3/manifest.json', (_, response) =>
    response.end(JSON.stringify(manifest3(host, ['v3-static', 'v3-level2'], image))),
  )
  host.answer('m2/manifest.json', (_, response) =>
    response.end(JSON.stringify(manifest2(host, 'v2-static', image))),
  )
  database = await startDatabase()
  server = await startServer({
    env: {
      DATABASE_URL: database.url,
      IIIF_HOSTS: `*, ${host.host}`,
      IIIF_OWN_ADDRESSES: '127.0.0.1/32,::1/128',
      JOB_CONCURRENCY: '2',
    },
  })
  user = await newUser(server.url)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  host?.close()
})

/** The scan of a map as raw red, green and blue. */
async function storedPixels(id: string): Promise<Buffer> {
  const folder = join(server.dataFolder, 'maps', id, 'original')
  const [name = ''] = readdirSync(folder)
  return sharp(join(folder, name)).toColourspace('srgb').removeAlpha().raw().toBuffer()
}
/** What is kept of images on their way. */
const onTheirWay = () => {
  const folder = join(server.dataFolder, 'work')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('import-')) : []
}
const dataAreWhole = async () => {
  const env = { DATA_DIR: server.dataFolder, DATABASE_URL: database.url }
  const { code, stdout } = await runProgram('check-data', [], env)
  expect(code, stdout).toBe(0)
}
const begin = async (url: string, more: object = {}) =>
  (await callApi(user, importIiif, { body: { url, ...more } })).id
const failureOf = async (id: string) => {
  const state = async () => (await callApi(user, getMap, { params: { id } })).processing
  await expect.poll(async () => (await state()).state, POLL).toBe('failed')
  return (await state()).error
}

describe('an image of a manifest', () => {
  it('of version 3 is looked up, chosen, and becomes a map with what the archive says of it', async () => {
    const url = host.url('m3/manifest.json')
    const found = await callApi(user, lookUpIiif, { body: { url } })
    expect(found).toEqual({
      fields: {
        title: 'Kauno planas',
        date: 'apie 1850 m.',
        creator: 'J. Kartografas',
        publisher: null,
        description: 'Miestas ir priemiesčiai.',
        licence: 'CC-BY-SA-4.0',
        attribution: 'Senoji biblioteka & archyvas',
      },
      pages: [1, 2].map((n) => ({ label: `Lapas ${n}`, width: 1_300, height: 700 })),
      pageCount: 2,
    })
    for (const [page, key] of [
      [undefined, 'choosePage'],
      [9, 'noSuchPage'],
    ] as const) {
      const { status, body } = await refusedApi(user, importIiif, { body: { url, page } })
      expect([status, body.errorKeys]).toEqual([400, { page: `errors.import.${key}` }])
    }
    const id = await begin(url, { page: 2 })
    // What the same address is asked for by a viewer that shows it.
    const viewed = `https://viewer.example/?manifest=${encodeURIComponent(url)}`
    expect((await callApi(user, lookUpIiif, { body: { url: viewed } })).pageCount).toBe(2)
    const map = await untilReady(user, id)
    expect(map).toMatchObject({
      titles: { title: 'Kauno planas' },
      years: { date: { text: 'apie 1850 m.', from: 1845, to: 1855 } },
      creator: 'J. Kartografas',
      licence: 'CC-BY-SA-4.0',
      attribution: 'Senoji biblioteka & archyvas',
      importedFrom: url,
      isPublic: false,
      image: { width: 1_300, height: 700 },
    })
    expect(await storedPixels(id)).toEqual(image.pixels)
    await expect.poll(onTheirWay, POLL).toEqual([])
  })

  it('of version 2 is put together of static tiles without loss; what its owner wrote goes before what the archive says', async () => {
    const url = host.url('m2/manifest.json')
    const id = await begin(url, { fields: { title: 'Mine', creator: null, isPublic: true } })
    const map = await untilReady(user, id)
    expect(map).toMatchObject({
      titles: { title: 'Mine' },
      description: 'in the days of king Mindaugas',
      attribution: 'A library. https://example.org/terms',
      licence: null,
      isPublic: true,
    })
    expect(host.asked.filter((path) => path.startsWith('v2-static/') && path.endsWith('.jpg'))).toHaveLength(
      TILES,
    )
    expect(await storedPixels(id)).toEqual(image.pixels)
    const used = await callApi(user, storageUse, {})
    expect(used.bytesUsed).toBeLessThan(2 * (image.width * image.height * 3 + 1_000_000))
  })
})

it.each<[Service, string]>([
  ['v1-static', 'v1-static/info.json'],
  ['v1-level2', 'v1-level2'],
  ['v2-level2', 'v2-level2/info.json'],
  ['v3-static', 'v3-static'],
  ['v3-odd-static', 'v3-odd-static/info.json'],
  ['v3-whole', 'v3-whole/'],
])('the image service %s becomes a map by its own address', async (_service, path) => {
  const { body } = await refusedApi(user, importIiif, { body: { url: host.url(path) } })
  // An image service tells no title.
  expect(body.errorKeys).toEqual({ title: 'errors.fields.required' })
  const id = await begin(host.url(path), { fields: { title: path } })
  await untilReady(user, id)
  expect(await storedPixels(id)).toEqual(image.pixels)
})

describe('an image service that names itself by an address where it is not', () => {
  const ways: [string, (own: string) => string][] = [
    ['of a host that is not allowed', () => 'http://images.internal.example:8080/iiif/7'],
    ['of a port where nothing answers', () => 'http://127.0.0.1:9/iiif/7'],
    ['of a path where nothing is', () => host.url('behind/the/proxy')],
    ['of another protocol', (own) => own.replace('http:', 'https:')],
  ]
  it.each(ways)('%s is read where it was found', async (_way, nameOf) => {
    const info = await (await fetch(host.url('v2-static/info.json'))).json()
    host.answer('v2-static/info.json', (_, response) =>
      response.end(JSON.stringify({ ...(info as object), '@id': nameOf(host.url('v2-static')) })),
    )
    const id = await begin(host.url('v2-static/info.json'), { fields: { title: 'A map' } })
    await untilReady(user, id)
    expect(await storedPixels(id)).toEqual(image.pixels)
    host.answer('v2-static/info.json')
  })

  it('is read where it is, if a copy of its info.json was given', async () => {
    const info = await (await fetch(host.url('v2-static/info.json'))).text()
    host.answer('copies/info.json', (_, response) => response.end(info))
    const id = await begin(host.url('copies/info.json'), { fields: { title: 'A map' } })
    await untilReady(user, id)
    expect(await storedPixels(id)).toEqual(image.pixels)
  })
})

describe('what is no map, or not meant to be reached,', () => {
  const json = (body: unknown) => JSON.stringify(body)
  const service = (change: object) =>
    json({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: host.url('odd'),
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: 1_000,
      height: 1_000,
      ...change,
    })

  it('is refused before anything is made', async () => {
    const endless = (_request: unknown, response: ServerResponse) => {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    host.answer('endless.json', endless)
    host.answer('far.json', (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    host.answer('page.html', (_, response) => response.end('<!doctype html><p>A map'))
    host.answer('odd.json', (_, response) => response.end(json({ type: 'Manifest', items: 'none' })))
    host.answer('many.json', (_, response) =>
      response.end(json({ id: host.url('c'), type: 'Collection', label: { none: ['All'] }, items: [] })),
    )
    host.answer('huge.json', (_, response) => response.end(service({ width: 100_000, height: 90_000 })))
    host.answer('negative.json', (_, response) => response.end(service({ width: -4 })))
    host.answer('parts.json', (_, response) => response.end(service({ profile: 'level0', maxWidth: 500 })))
    const before = (await callApi(user, personalMaps, {})).maps.length
    const asked = host.asked.length
    for (const [url, status, key] of [
      ['http://127.0.0.1:9/manifest.json', 403, 'outside.portNotAllowed'],
      ['http://10.0.0.1/manifest.json', 403, 'outside.privateAddress'],
      ['http://[::ffff:a00:1]/manifest.json', 403, 'outside.privateAddress'],
      ['file:///etc/passwd', 400, 'outside.badAddress'],
      [host.url('far.json'), 403, 'outside.privateAddress'],
      [host.url('endless.json'), 422, 'outside.tooLarge'],
      [host.url('nothing/here/at/all.json'), 422, 'outside.refused'],
      [host.url('page.html'), 422, 'import.notIiif'],
      [host.url('odd.json'), 422, 'import.noImages'],
      [host.url('many.json'), 422, 'import.collection'],
      [host.url('negative.json'), 422, 'import.notIiif'],
      [host.url('huge.json'), 422, 'import.tooLarge'],
      [host.url('parts.json'), 422, 'import.noWhole'],
    ] as const) {
      const body = { url, fields: { title: 'A map' } }
      const answer = await refusedApi(user, importIiif, { body })
      expect([answer.status, answer.body.messageKey], url).toEqual([status, `errors.${key}`])
      expect(answer.body.errorKeys, url).toEqual({ url: `errors.${key}` })
    }
    expect((await callApi(user, personalMaps, {})).maps).toHaveLength(before)
    expect(host.asked.length - asked).toBeLessThan(40)
  })

  it('fails in words where it shows only in the pieces, and takes no room', async () => {
    const { bytesUsed } = await callApi(user, storageUse, {})
    for (const [name, answer, key] of [
      [
        'away',
        (_: unknown, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
        'outside.privateAddress',
      ],
      ['text', (_: unknown, response) => response.end('not a picture'), 'import.notAPicture'],
      ['gone', (_: unknown, response) => response.writeHead(410).end(), 'outside.refused'],
    ] as [string, Parameters<IiifHost['answer']>[1], string][]) {
      host.answer(`${name}/info.json`, (_, response) => response.end(service({ id: host.url(name) })))
      host.answer(`${name}/full/max/0/default.jpg`, answer)
      const id = await begin(host.url(`${name}/info.json`), { fields: { title: name } })
      expect(await failureOf(id), name).toMatchObject({ messageKey: `errors.${key}` })
    }
    expect((await callApi(user, storageUse, {})).bytesUsed).toBe(bytesUsed)
    // What had come goes a moment after it is told.
    await expect.poll(onTheirWay, POLL).toEqual([])
    await dataAreWhole()
  })
})

describe('an image on its way', () => {
  const url = () => host.url('v3-static/info.json')
  const fetched = (from: number) => host.asked.slice(from).filter((path) => path.endsWith('.jpg'))

  it('goes on where it stopped when the server is killed, and fetches nothing twice', async () => {
    const before = host.asked.length
    host.holdPiecesAfter(7)
    const id = await begin(url(), { fields: { title: 'Killed' } })
    await expect.poll(() => fetched(before).length, POLL).toBe(11)
    const map = await callApi(user, getMap, { params: { id } })
    expect(map.processing.state).toBe('fetching')
    await expect.poll(() => readdirSync(join(server.dataFolder, 'work', `import-${id}`)).length, POLL).toBe(7)
    const here = new Set(fetched(before).slice(0, 7))
    await server.kill9()
    const killedAt = host.asked.length
    host.holdPiecesAfter(undefined)
    await server.restart()
    user = { ...user, url: server.url }
    await untilReady(user, id)
    expect(fetched(killedAt).filter((path) => here.has(path))).toEqual([])
    expect(fetched(killedAt)).toHaveLength(TILES - 7)
    expect(await storedPixels(id)).toEqual(image.pixels)
  })

  it('is tried again after its host refused it: the same map, of its owner’s, goes on with what had come', async () => {
    const room = async () => (await callApi(user, storageUse, {})).bytesUsed
    const record = (of = user) => callApi(of, getMap, { params: { id } })
    const used = await room()
    host.answer(lastPiece(image), (_, response) => response.writeHead(410).end())
    const id = await begin(url(), { fields: { title: 'Refused', isPublic: true } })
    expect(await failureOf(id)).toMatchObject({ messageKey: 'errors.outside.refused' })
    const came = readdirSync(join(server.dataFolder, 'work', `import-${id}`)).length
    expect(came).toBeGreaterThan(TILES / 2)
    // What is kept takes room, and no more than it has.
    expect(await room()).toBeGreaterThan(used)
    expect((await record()).canFetchAgain).toBe(true)
    const other = await newUser(server.url)
    expect((await record(other)).canFetchAgain).toBeUndefined()
    expect((await refusedApi(other, retryImport, { params: { id } })).status).toBe(403)
    await dataAreWhole()

    const count = (await callApi(user, personalMaps, {})).maps.length
    const failedAt = host.asked.length
    host.answer(lastPiece(image))
    await Promise.all([1, 2].map(() => callApi(user, retryImport, { params: { id } })))
    await untilReady(user, id)
    expect(fetched(failedAt)).toHaveLength(TILES - came)
    expect(await storedPixels(id)).toEqual(image.pixels)
    expect((await callApi(user, personalMaps, {})).maps).toHaveLength(count)
    await expect.poll(onTheirWay, POLL).toEqual([])
    expect((await record()).canFetchAgain).toBeUndefined()
    const { status, body } = await refusedApi(user, retryImport, { params: { id } })
    expect([status, body.messageKey]).toEqual([409, 'errors.import.notFailed'])
  })

  it('that could not be fetched is cleared away after a day, and takes no room then', async () => {
    const { bytesUsed } = await callApi(user, storageUse, {})
    host.answer(lastPiece(image), (_, response) => response.writeHead(410).end())
    const id = await begin(url(), { fields: { title: 'Never fetched' } })
    await failureOf(id)
    host.answer(lastPiece(image))
    await runCleanUp(database)
    await expect.poll(onTheirWay, POLL).toEqual([`import-${id}`])
    const dayBefore = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(join(server.dataFolder, 'work', `import-${id}`), dayBefore, dayBefore)
    await database.pool.query('update maps set updated_at = $1 where id = $2', [dayBefore, id])
    await runCleanUp(database)
    await expect.poll(onTheirWay, POLL).toEqual([])
    expect((await callApi(user, storageUse, {})).bytesUsed).toBe(bytesUsed)
    expect((await callApi(user, getMap, { params: { id } })).canFetchAgain).toBe(true)
  })

  it('can be given up: nothing of it stays, and nobody else may do so', async () => {
    const { bytesUsed } = await callApi(user, storageUse, {})
    host.holdPiecesAfter(5)
    const id = await begin(url(), { fields: { title: 'Given up', isPublic: true } })
    await expect.poll(onTheirWay, POLL).toEqual([`import-${id}`])
    expect((await callApi(user, storageUse, {})).bytesUsed).toBeGreaterThan(bytesUsed)
    const other = await newUser(server.url)
    expect((await refusedApi(other, cancelImport, { params: { id } })).status).toBe(403)
    await callApi(user, cancelImport, { params: { id } })
    expect((await refusedApi(user, getMap, { params: { id } })).status).toBe(404)
    expect((await callApi(user, storageUse, {})).bytesUsed).toBe(bytesUsed)
    host.holdPiecesAfter(undefined)
    await expect.poll(onTheirWay, POLL).toEqual([])
    expect(existsSync(join(server.dataFolder, 'maps', id, 'original'))).toBe(false)
    expect((await refusedApi(user, cancelImport, { params: { id } })).status).toBe(404)
  })

  it('counts as what its user may store, from the beginning', async () => {
    await server.restart({ USER_STORAGE_GIB: '0.002' })
    const small = await newUser(server.url)
    const { status, body } = await refusedApi(small, importIiif, {
      body: { url: url(), fields: { title: 'Too much' } },
    })
    expect([status, body.messageKey]).toEqual([403, 'errors.upload.storageUsedUp'])
  })
})
