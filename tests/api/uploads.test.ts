import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { findMaps, mapYears } from '../../contract/api/find.ts'
import { getMap, personalMaps, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { callApi, fetchFile, newUser, postUpload, refusedApi, untilReady, upload } from '../support/api.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const UNKNOWN_LICENCE =
  'Choose one of the licences of the list: PDM-1.0, CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0, CC-BY-ND-4.0, CC-BY-NC-4.0, CC-BY-NC-SA-4.0, CC-BY-NC-ND-4.0 or InC'

describe('uploads', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  let scan: Awaited<ReturnType<typeof drawnScan>>
  beforeAll(async () => {
    server = await startServer()
    user = await newUser(server.url)
    scan = await drawnScan(200, 150)
  })
  afterAll(async () => server?.stop())

  const folders = () => {
    const path = join(server.dataFolder, 'maps')
    return existsSync(path) ? readdirSync(path) : []
  }
  const refusal = async (
    content: Buffer,
    fileName: string,
    fields: Record<string, string> = { title: 'A' },
  ) => {
    const answer = await postUpload(user, { content, fileName }, fields)
    return { status: answer.status, body: apiErrorSchema.parse(await answer.json()) }
  }

  it('are refused by name, by content and by field, and leave nothing behind', async () => {
    const before = folders()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const name of ['map.svg', 'map', 'map.jpg.php', '../map.exe', 'map.jpg\u202Ephp.'])
      expect(await refusal(scan.content, name), name).toMatchObject({
        status: 400,
        body: { message: 'Invalid file type' },
      })
    expect((await refusal(svg, 'map.png')).body.messageKey).toBe('errors.upload.invalidFileType')
    expect((await refusal(scan.content, 'map.tif')).body.messageKey).toBe('errors.upload.invalidFileType')
    expect((await refusal(Buffer.alloc(0), 'map.jpg')).body.messageKey).toBe('errors.upload.emptyFile')
    const fields = { title: ' ', year: '17.5', scale: '1:0', dpi: 'x', isPublic: 'yes' }
    const { status, body } = await refusal(scan.content, 'map.jpg', fields)
    expect(status).toBe(400)
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['dpi', 'isPublic', 'scale', 'title', 'year'])
    expect(folders()).toEqual(before)
  })

  it('are refused without a file, or with a body that is no form', async () => {
    const form = new FormData()
    form.append('title', 'A')
    const headers = { authorization: `Bearer ${user.token}` }
    const url = `${server.url}/api/maps/upload`
    const empty = await fetch(url, { method: 'POST', headers, body: form })
    expect(empty.status).toBe(400)
    expect(await empty.json()).toMatchObject({ messageKey: 'errors.upload.fileRequired' })
    const json = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(415)
  })

  it('are refused before a byte is read where they announce more than 20 GiB', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        `${server.url}/api/maps/upload`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${user.token}`,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 21_474_836_481 + 2 * 1024 * 1024,
          },
        },
        (response) => {
          expect(response.headers.connection).toBe('close')
          resolve(response.statusCode ?? 0)
          sent.destroy()
        },
      )
      sent.once('error', reject)
      sent.write('--x\r\n')
    })
    expect(status).toBe(413)
  })

  it('leave nothing where they break off', async () => {
    const before = folders()
    await new Promise<void>((resolve) => {
      const sent = request(`${server.url}/api/maps/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 10_000_000,
        },
      })
      sent.once('error', () => undefined)
      sent.once('close', resolve)
      sent.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n')
      sent.write(scan.content)
      // Not before the server keeps what has come: until then there is nothing to leave.
      void vi.waitUntil(() => folders().length > before.length, 20_000).finally(() => sent.destroy())
    })
    await expect.poll(() => folders()).toEqual(before)
  })

  it('say in the record that their scan is damaged, and have no file to edit', async () => {
    const id = await upload(user, { content: scan.content.subarray(0, 900), fileName: 'a.jpg' })
    await expect(untilReady(user, id)).rejects.toThrow('errors.raster.')
    const map = await callApi(user, getMap, { params: { id } })
    expect(map).toMatchObject({ processing: { state: 'failed' }, files: { convertedFilePath: null } })
  })

  it('take no field that is not the caller’s to set', async () => {
    const stranger = await newUser(server.url)
    const id = await upload(user, scan, {
      title: 'Mine',
      userId: stranger.id,
      isTransformed: 'true',
      assigned: stranger.id,
      ratings: '5',
    })
    const body = {
      title: 'Mine',
      userId: stranger.id,
      isTransformed: true,
      assigned: {},
      ratings: 5,
      role: 'a',
    }
    const map = await callApi(user, updateMap, { params: { id }, body })
    expect(map).toMatchObject({
      userId: user.id,
      isTransformed: false,
      assigned: null,
      ratings: { average: 0, count: 0 },
    })
  })

  it('are described anew by any of their fields; what is left out stays, what is null goes', async () => {
    const id = await upload(user, scan, { title: 'Before', creator: 'Somebody', sheetNumber: 'IV' })
    const body = {
      title: 'After',
      modernTitle: 'Now',
      alternativeTitle: 'Also',
      creator: null,
      publisher: 'Narbutt & Sons',
      description: 'Drawn from nature.',
      year: 1798,
      startYear: -44,
      endYear: 1801,
      scale: '1:84000',
      dpi: '300',
      licence: 'CC-BY-SA-4.0' as const,
      attribution: 'From the university’s library',
      isPublic: true,
    }
    expect(await callApi(user, updateMap, { params: { id }, body })).toMatchObject({
      titles: { title: 'After', modernTitle: 'Now', alternativeTitle: 'Also' },
      creator: null,
      publisher: 'Narbutt & Sons',
      description: 'Drawn from nature.',
      sheetNumber: 'IV',
      years: { year: 1798, period: { startYear: -44, endYear: 1801 } },
      scale: { numerator: '1', denominator: '84000' },
      dpi: '300',
      licence: 'CC-BY-SA-4.0',
      attribution: 'From the university’s library',
      isPublic: true,
    })
  })

  it('are dated as an archive writes it, and found by every year that this may mean', async () => {
    const dated = await newUser(server.url)
    const id = await upload(dated, scan, { title: 'Dated', date: ' c. 1850 ' })
    const params = { id }
    const about = { text: 'c. 1850', from: 1845, to: 1855, isUnsure: true }
    const none = { year: null, period: { startYear: null, endYear: null } }
    expect((await callApi(dated, getMap, { params })).years).toEqual({ ...none, date: about })
    const total = async (query: Record<string, string>) =>
      (await callApi(dated, findMaps, { query: { list: 'personal', ...query } })).total
    expect(await total({ from: '1855', to: '1900' })).toBe(1)
    expect(await total({ from: '1856', to: '1900' })).toBe(0)
    expect(await total({ year: '1850' })).toBe(1)

    const update = (fields: object) =>
      callApi(dated, updateMap, { params, body: { title: 'Dated', ...fields } })
    expect((await update({})).years.date).toEqual(about)
    expect((await update({ date: 'iki 1700 m.', year: 1900 })).years).toMatchObject({
      year: 1900,
      date: { text: 'iki 1700 m.', from: 1601, to: 1700 },
    })
    const { years, undated } = await callApi(dated, mapYears, { query: { list: 'personal' } })
    expect([years.at(0), years.at(-1), undated]).toEqual([[1601, 1, 0], [1900, 1, 0], 0])

    const unknown = { date: expect.stringContaining('This date is not understood') as string }
    const body = { title: 'Dated', date: 'long ago' }
    const refused = await refusedApi(dated, updateMap, { params, body })
    expect([refused.status, refused.body.errors]).toEqual([400, unknown])
    const before = folders()
    expect((await refusal(scan.content, 'map.jpg', body)).body.errors).toEqual(unknown)
    expect(folders()).toEqual(before)
    expect((await update({ date: null, year: null })).years).toEqual({ ...none, date: null })
    expect(await total({ from: '0' })).toBe(0)
  })

  it('keeps both of two changes of different fields that come at the same time', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, scan, { title: 'Before' })
    const params = { id }
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        callApi(owner, updateMap, { params, body: { title: `Title ${round}` } }),
        callApi(owner, updateMap, { params, body: { publisher: `Publisher ${round}` } }),
        callApi(owner, updateMap, { params, body: { modernTitle: `Today ${round}`, year: 1800 + round } }),
      ])
      const map = await callApi(owner, getMap, { params })
      expect(map.titles).toMatchObject({ title: `Title ${round}`, modernTitle: `Today ${round}` })
      expect([map.publisher, map.years.year]).toEqual([`Publisher ${round}`, 1800 + round])
    }
    expect((await refusedApi(owner, updateMap, { params, body: { title: ' ' } })).status).toBe(400)
  })

  it('refuses a change of a field that somebody has changed since, names what it holds, and takes it without that', async () => {
    const owner = await newUser(server.url)
    const id = await upload(owner, scan, { title: 'Before', scale: '1:5000' })
    const params = { id }
    await callApi(owner, updateMap, { params, body: { title: 'Theirs', year: 1850, publisher: 'Same' } })
    const body = { title: 'Mine', year: null, scale: '1:2000', publisher: 'Same' }
    const before = { title: 'Before', year: 1840, scale: '1:5000', publisher: null }
    const refused = await refusedApi(owner, updateMap, { params, body: { ...body, before } })
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      {
        title: 'Changed meanwhile, elsewhere, to “Theirs”. Save again to put yours in its place.',
        year: 'Changed meanwhile, elsewhere, to “1850”. Save again to put yours in its place.',
      },
    ])
    expect((await callApi(owner, getMap, { params })).titles.title).toBe('Theirs')
    const { titles, years, scale } = await callApi(owner, updateMap, { params, body })
    expect([titles.title, years.year, scale]).toEqual(['Mine', null, { numerator: '1', denominator: '2000' }])
  })

  it('name a licence of the list and whom to name, and are refused any other', async () => {
    const id = await upload(user, scan, { title: 'Rights', licence: '', attribution: ' ' })
    const params = { id }
    expect(await callApi(user, getMap, { params })).toMatchObject({ licence: null, attribution: null })
    const rights = { licence: 'CC-BY-4.0' as const, attribution: 'Vilnius University Library' }
    expect(await callApi(user, updateMap, { params, body: { title: 'Rights', ...rights } })).toMatchObject(
      rights,
    )
    expect(await callApi(user, updateMap, { params, body: { title: 'Rights' } })).toMatchObject(rights)
    const wrong = { title: 'Rights', licence: 'MIT', attribution: 'x'.repeat(501) }
    const refused = await refusedApi(user, updateMap, { params, body: wrong })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { licence: UNKNOWN_LICENCE, attribution: 'At most 500 characters' },
    ])
    expect((await refusal(scan.content, 'map.jpg', { title: 'A', licence: 'MIT' })).body.errors).toEqual({
      licence: UNKNOWN_LICENCE,
    })
    const none = { licence: null, attribution: null }
    const cleared = await callApi(user, updateMap, { params, body: { title: 'Rights', ...none } })
    expect(cleared).toMatchObject(none)
  })

  it('become private at once for everyone else, whatever path they hold', async () => {
    const id = await upload(user, scan, { title: 'Public', isPublic: 'true' })
    const { basePath } = await untilReady(user, id)
    const path = `${basePath}/thumbnails/small-300.webp`
    const open = await fetchFile({ url: server.url }, path)
    expect([open.status, open.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    await callApi(user, switchPublic, { params: { mapId: id }, body: { isPublic: false } })
    expect((await fetchFile({ url: server.url }, path)).status).toBe(404)
    const { basePath: signed } = await callApi(user, getMap, { params: { id } })
    expect((await fetchFile({ url: server.url }, `${signed}/thumbnails/small-300.webp`)).status).toBe(200)
    await callApi(user, switchPublic, { params: { mapId: id } })
    await callApi(user, switchPublic, { params: { mapId: id } })
    expect((await fetchFile({ url: server.url }, `${signed}/thumbnails/small-300.webp`)).status).toBe(404)
  })

  it('never put a token into the log', async () => {
    await server.restart({ LOG_LEVEL: 'debug' })
    const caller = { url: server.url, token: user.token }
    const { maps } = await callApi(caller, personalMaps, {})
    await fetchFile({ url: server.url }, `${maps[0]!.basePath}/thumbnails/small-300.webp`)
    await fetch(`${server.url}/api/notifications/stream?token=${'x'.repeat(43)}`)
    await refusedApi({ url: server.url, token: 'y'.repeat(43) }, personalMaps, {})
    const ticket = /files\/s\/([^/]+)\//.exec(maps.map((map) => map.basePath).join(' '))![1]!
    // The answers may be here before the lines of the log.
    await expect.poll(() => server.output()).toContain('/api/maps/PersonalMaps')
    for (const secret of [user.token, ticket, 'x'.repeat(43), 'y'.repeat(43)])
      expect(server.output()).not.toContain(secret)
  })
})
