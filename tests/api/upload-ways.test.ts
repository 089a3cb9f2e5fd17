import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts'
import { apiErrorSchema } from '../../contract/api/errors.ts'
import { getMap, personalMaps, uploadMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser, postUpload, type ScanUpload, untilReady } from '../support/api.ts'
import { askUploads, beginUpload, sendPart } from '../support/resumable-client.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tiffWithPoints } from '../support/tiff-with-points.ts'

type Fields = Readonly<Record<string, string>>

/** Sends a whole file in parts; the answer is that of the request that ended it, by success or refusal. */
async function sendInParts(caller: Caller, { content, fileName }: ScanUpload, fields: Fields) {
  const begun = await beginUpload(caller, content.length, { ...fields, filename: fileName })
  const path = begun.headers.get('location')
  return begun.status === 201 && path ? sendPart(caller, path, 0, content) : begun
}

const WAYS: [string, typeof postUpload][] = [
  ['in one form', postUpload],
  ['in parts', sendInParts],
]

describe('the two ways of uploading', () => {
  let server: TestServer
  let user: Awaited<ReturnType<typeof newUser>>
  let scan: ScanUpload
  beforeAll(async () => {
    server = await startServer()
    user = await newUser(server.url)
    scan = await drawnScan(200, 150, 'tiff')
  })
  afterAll(async () => server?.stop())

  const filesIn = (folder: string): string[] => {
    const path = join(server.dataFolder, folder)
    return existsSync(path) ? readdirSync(path, { recursive: true }).map(String).sort() : []
  }
  const refusalOf = async (answer: Response) => {
    const { message, messageKey, errors } = apiErrorSchema.parse(await answer.json())
    return { status: answer.status, message, messageKey, fields: Object.keys(errors ?? {}).sort() }
  }

  const title = { title: 'A map' }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const REFUSED: [string, { fileName: string; content?: Buffer; fields?: Fields }, string, string[]][] = [
    ['of a type that is not allowed', { fileName: 'map.svg' }, 'errors.upload.invalidFileType', []],
    ['without an extension', { fileName: 'map' }, 'errors.upload.invalidFileType', []],
    ['of a double extension', { fileName: 'map.tif.php' }, 'errors.upload.invalidFileType', []],
    [
      'that is not what its name says',
      { fileName: 'map.png', content: svg },
      'errors.upload.invalidFileType',
      [],
    ],
    ['of 0 bytes', { fileName: 'map.tif', content: Buffer.alloc(0) }, 'errors.upload.emptyFile', []],
    [
      'with faulty fields',
      { fileName: 'map.tif', fields: { title: ' ', year: '17.5', scale: '1:0', dpi: 'x', isPublic: 'yes' } },
      'errors.validationFailed',
      ['dpi', 'isPublic', 'scale', 'title', 'year'],
    ],
    [
      'with too long a title',
      { fileName: 'map.tif', fields: { title: 'x'.repeat(256) } },
      'errors.validationFailed',
      ['title'],
    ],
  ]

  it.each(REFUSED)(
    'refuse a file %s in the same words, and keep nothing of it',
    async (_name, sent, key, fields) => {
      const [maps, uploads] = [filesIn('maps'), filesIn('uploads')]
      const file = { content: sent.content ?? scan.content, fileName: sent.fileName }
      for (const [way, send] of WAYS) {
        const refusal = await refusalOf(await send(user, file, sent.fields ?? title))
        expect(refusal, way).toMatchObject({ status: 400, messageKey: key, fields })
      }
      expect([filesIn('maps'), filesIn('uploads')]).toEqual([maps, uploads])
    },
  )

  it('refuse more than 20 GiB before a byte of it is read, in the same words', async () => {
    const bytes = MAX_UPLOAD_BYTES + 1
    const parts = await beginUpload(user, bytes, { ...title, filename: 'map.tif' })
    const form = await new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${user.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': bytes + 2 * 1024 * 1024,
      }
      const sent = request(`${server.url}/api/maps/upload`, { method: 'POST', headers }, (response) => {
        void text(response).then((body) =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) }),
        )
      })
      sent.once('error', reject)
      sent.write('--x\r\n')
    })
    for (const refused of [form, { status: parts.status, body: await parts.json() }])
      expect(refused).toMatchObject({
        status: 413,
        body: { message: 'File is too large', messageKey: 'errors.upload.fileTooLarge' },
      })
    expect(filesIn('uploads')).toEqual([])
  })

  it('say of what came in part only that it failed and may be tried again', async () => {
    const failed = { message: 'Upload failed. Please try again.', messageKey: 'errors.upload.incomplete' }
    const body = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.tif"\r\n\r\nII*\0'
    const form = await fetch(`${server.url}/api/maps/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body,
    })
    expect([form.status, await form.json()]).toMatchObject([400, failed])

    const begun = await beginUpload(user, scan.content.length, { ...title, filename: 'map.tif' })
    const path = begun.headers.get('location')!
    const gap = await sendPart(user, path, 500, scan.content.subarray(500))
    expect([gap.status, await gap.json()]).toMatchObject([409, failed])
    expect((await askUploads(user, 'HEAD', path)).headers.get('upload-offset')).toBe('0')
    expect((await askUploads(user, 'DELETE', path)).status).toBe(204)
    expect(filesIn('uploads')).toEqual([])
  })

  it('refuse whoever is not signed in', async () => {
    for (const [way, send] of WAYS) {
      const answer = await send({ url: server.url, token: 'x'.repeat(43) }, scan, title)
      expect(await refusalOf(answer), way).toMatchObject({ status: 401, messageKey: 'errors.unauthorized' })
    }
  })

  it('refuse what exceeds the plan of the month, with the limit and the day of the next free slot', async () => {
    const limited = await startServer({ env: { MAPS_PER_MONTH: '1' } })
    try {
      const caller = await newUser(limited.url)
      expect((await postUpload(caller, scan, title)).status).toBe(200)
      for (const [way, send] of WAYS) {
        const answer = await send(caller, scan, title)
        expect(answer.status, way).toBe(403)
        expect(await answer.json(), way).toMatchObject({
          messageKey: 'errors.upload.mapsPerMonthReached',
          details: { limit: 1, nextSlotAt: expect.stringMatching(/^\d{4}-\d\d-01$/) as string },
        })
      }
    } finally {
      await limited.stop()
    }
  })

  it('make one map of one idempotency key, whichever of them it is used on', async () => {
    const caller = await newUser(server.url)
    const headers = { 'idempotency-key': 'sent-once' }
    const bytes = scan.content.length
    const metadata = { ...title, filename: scan.fileName }
    const first = await beginUpload(caller, bytes, metadata, headers)
    const path = first.headers.get('location')!
    expect((await sendPart(caller, path, 0, scan.content.subarray(0, 1000))).status).toBe(204)
    // Begun again, it is the same upload, which has what was sent before.
    const second = await beginUpload(caller, bytes, metadata, headers)
    expect([second.status, second.headers.get('location')]).toEqual([201, path])
    expect((await askUploads(caller, 'HEAD', path)).headers.get('upload-offset')).toBe('1000')
    expect((await beginUpload(caller, bytes + 1, metadata, headers)).status).toBe(409)
    const last = await sendPart(caller, path, 1000, scan.content.subarray(1000))
    const id = last.headers.get('palimpsest-map-id')!

    // After its end as well: the part is refused, and the question how far it came names the map.
    expect((await beginUpload(caller, bytes, metadata, headers)).headers.get('location')).toBe(path)
    expect((await sendPart(caller, path, 0, scan.content)).status).toBe(409)
    expect((await askUploads(caller, 'HEAD', path)).headers.get('palimpsest-map-id')).toBe(id)
    const form = await postUpload(caller, scan, title, headers)
    expect(uploadMap.reply.parse(await form.json()).id).toBe(id)

    // The other way round.
    const other = { 'idempotency-key': 'sent-in-a-form' }
    const made = uploadMap.reply.parse(await (await postUpload(caller, scan, title, other)).json()).id
    const again = await beginUpload(caller, bytes, metadata, other)
    const ended = await sendPart(caller, again.headers.get('location')!, 0, scan.content)
    expect(ended.headers.get('palimpsest-map-id')).toBe(made)
    const { maps } = await callApi(caller, personalMaps, {})
    expect(maps.map((map) => map.id).sort()).toEqual([id, made].sort())
    // The key is the user's own.
    const stranger = await newUser(server.url)
    expect((await beginUpload(stranger, bytes, metadata, headers)).headers.get('location')).not.toBe(path)
  })

  it('take every field of the form, which the record of the map gives back beside all else of it', async () => {
    const fields = {
      title: 'Žemėlapis 地図',
      modernTitle: 'A modern title',
      alternativeTitle: 'Another one',
      sheetNumber: 'XII-3',
      year: '1798',
      startYear: '-44',
      endYear: '1801',
      scale: '1:12345678901234567890',
      creator: 'J. Guillaume',
      publisher: 'Narbutt & Sons',
      description: 'x'.repeat(5_000),
      dpi: '600',
      licence: 'CC-BY-SA-4.0',
      attribution: 'From the university’s library',
      shelfmark: 'F. 23, ap. 4, b. 17',
      institution: 'Vilnius University Library',
      catalogueUrl: 'https://catalogue.example.org/record/17?view=full',
      sheetBounds: 'N 55.5 W 24 E 25 S 55',
      isPublic: 'true',
    }
    for (const [way, send] of WAYS) {
      const answer = await send(user, scan, fields)
      const { headers } = answer
      const body = headers.get('palimpsest-map-id') ? undefined : uploadMap.reply.parse(await answer.json())
      const id = headers.get('palimpsest-map-id') ?? body!.id
      if (body) {
        const { basePath } = body
        expect(body).toEqual({
          status: 'success',
          progress: 100,
          metadata: { _id: id, basePath },
          id,
          mapId: id,
          _id: id,
          basePath,
        })
      }
      const map = await untilReady(user, id)
      expect(map, way).toMatchObject({
        id,
        _id: id,
        titles: {
          title: fields.title,
          modernTitle: fields.modernTitle,
          alternativeTitle: fields.alternativeTitle,
        },
        sheetNumber: fields.sheetNumber,
        years: { year: 1798, period: { startYear: -44, endYear: 1801 } },
        scale: { numerator: '1', denominator: '12345678901234567890' },
        dpi: '600',
        creator: fields.creator,
        publisher: fields.publisher,
        description: fields.description,
        licence: fields.licence,
        attribution: fields.attribution,
        shelfmark: fields.shelfmark,
        institution: fields.institution,
        catalogueUrl: fields.catalogueUrl,
        sheetBounds: fields.sheetBounds,
        basePath: `files/maps/${id}`,
        uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        corners: null,
        isPublic: true,
        isOwner: true,
        isTransformed: false,
        isFavorited: false,
        userId: user.id,
        user: { username: user.username },
        ratings: { average: 0, count: 0, userRating: null },
        favoritesCount: 0,
        assigned: null,
        files: {
          convertedFilePath: `files/maps/${id}/converted/converted.tif`,
          transformedFilePath: null,
          transformedPath: null,
        },
        transformation: null,
      })
    }
  })

  it('take the points that a TIFF carries, which are offered with the map', async () => {
    const carried = tiffWithPoints(400, 300)
    const { imagePoints, mapPoints } = exactPoints(400, 300)
    for (const [way, send] of WAYS) {
      const answer = await send(user, carried, title)
      const id = answer.headers.get('palimpsest-map-id') ?? uploadMap.reply.parse(await answer.json()).id
      await untilReady(user, id)
      const { embeddedGcps } = await callApi(user, getMap, { params: { id } })
      expect(
        embeddedGcps?.points.map(({ image }) => image),
        way,
      ).toEqual(imagePoints.map(({ pixelX, pixelY }) => [pixelX, pixelY]))
      embeddedGcps?.points.forEach(({ map }, i) => {
        expect(map[0], way).toBeCloseTo(mapPoints[i]![0], 6)
        expect(map[1], way).toBeCloseTo(mapPoints[i]![1], 6)
      })
    }
  })
})
