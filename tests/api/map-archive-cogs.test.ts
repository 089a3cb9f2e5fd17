/** A placed map as GeoTIFFs of other encodings, warped anew by a job, and read by what reads such files elsewhere. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fromFile } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelMapArchive,
  makeMapArchive,
  mapArchive,
  type MapArchiveKind,
} from '../../contract/api/map-archive.ts'
import { systemOfText } from '../../gcp-files/reference-systems/system-of-text.ts'
import { transformationAtMap } from '../../gcp-files/reference-systems/transformation.ts'
import { publicMap } from '../../contract/api/public-map.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { complaints, VALIDATORS } from '../golden/warp-judges.ts'
import { callApi, newUser, refusedApi, type ScanUpload, untilReady, upload } from '../support/api.ts'
import { GDAL, itNeeding } from '../support/needs.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const POLL = { timeout: 90_000, interval: 50 }
const [WIDTH, HEIGHT] = [2300, 1500]
const METRES = 7.3
const run = promisify(execFile)
const COGS = ['jpeg', 'lossless'] as const

describe('a map as a GeoTIFF of another encoding', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let reader: Awaited<ReturnType<typeof newUser>>
  let folder: string
  let scan: ScanUpload
  let placed: string
  let hidden: string
  let turned: string
  const files: Partial<Record<'published' | (typeof COGS)[number], string>> = {}

  const points = exactPoints(WIDTH, HEIGHT, METRES)
  /** Turned a little, so that corners show nothing. */
  const turnedPoints = {
    ...points,
    mapPoints: points.mapPoints.map(([x, y]): [number, number] => [
      x + 0.2 * (y - 7_300_000),
      y - 0.2 * (x - 2_800_000),
    ]),
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-cogs-'))
    server = await startServer()
    owner = await newUser(server.url)
    reader = await newUser(server.url)
    scan = await drawnScan(WIDTH, HEIGHT, 'png')
    placed = await upload(owner, scan, { title: 'Plan of Vilna', isPublic: 'true' })
    hidden = await upload(owner, await drawnScan(900, 600), { title: 'Hidden' })
    turned = await upload(owner, scan, { title: 'Turned', isPublic: 'true' })
    for (const id of [placed, hidden, turned]) await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id: placed }, body: points })
    await callApi(owner, transformMap, { params: { id: turned }, body: turnedPoints })
    await callApi(owner, transformMap, {
      params: { id: hidden },
      body: exactPoints(900, 600, METRES),
    })
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const of = (id: string, kind: MapArchiveKind) => ({ params: { id, kind } })
  const untilDone = async (user: typeof owner, id: string, kind: MapArchiveKind) => {
    await callApi(user, makeMapArchive, of(id, kind))
    await expect.poll(async () => (await callApi(user, mapArchive, of(id, kind))).state, POLL).toBe('done')
    return callApi(user, mapArchive, of(id, kind))
  }
  const fetched = async (url: string, name: string) => {
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/tiff'])
    const path = join(folder, `${name}.tif`)
    await writeFile(path, Buffer.from(await answer.arrayBuffer()))
    return path
  }

  it('holds every pixel as it was warped', async () => {
    const { path } = await untilDone(reader, placed, 'lossless')
    const file = await fetched(`${server.url}/api/${path}`, 'exact')
    // The scan lies on the grid of the file: every pixel of the one is a pixel of the other.
    const [warped, wanted] = await Promise.all([
      sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
      sharp(scan.content).removeAlpha().raw().toBuffer(),
    ])
    const { width } = warped.info
    let [seen, wrong] = [0, 0]
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < WIDTH; x += 1) {
        const at = (y * width + x) * 4
        if (warped.data[at + 3] !== 255) continue
        seen += 1
        for (let band = 0; band < 3; band += 1)
          if (warped.data[at + band] !== wanted[(y * WIDTH + x) * 3 + band]) wrong += 1
      }
    expect(seen / (WIDTH * HEIGHT)).toBeGreaterThan(0.99)
    expect(wrong).toBe(0)
  }, 120_000)

  it('stands where the published file stands, and is served to whoever may have that', async () => {
    const { overlay } = await callApi(server, publicMap, { params: { id: turned } })
    files.published = await fetched(`${server.url}/api/${overlay!.path}`, 'published')
    for (const kind of COGS) {
      expect((await fetch(`${server.url}/api/map/${turned}/download.${kind}.tif`)).status).toBe(404)
      const { path, bytes } = await untilDone(owner, turned, kind)
      files[kind] = await fetched(`${server.url}/api/map/${turned}/download.${kind}.tif`, kind)
      const [whole, part] = [
        await fetch(`${server.url}/api/${path}`, { method: 'HEAD' }),
        await fetch(`${server.url}/api/${path}`, { headers: { range: 'bytes=0-15' } }),
      ]
      expect(Number(whole.headers.get('content-length'))).toBe(bytes)
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 16])
    }
    const { overlay: now } = await callApi(server, publicMap, { params: { id: turned } })
    expect(now!.archives.map(({ kind }) => kind)).toEqual(['jpeg', 'lossless'])
    const sizes = await Promise.all(
      [files.published, files.lossless!, files.jpeg!].map(async (file) => {
        const { width, height, pages } = await sharp(file).metadata()
        return [width, height, pages]
      }),
    )
    expect(sizes[1]).toEqual(sizes[0])
    // Of the JPEG each level is followed by its mask.
    expect(sizes[2]).toEqual([sizes[0]![0], sizes[0]![1], sizes[0]![2]! * 2])
  }, 120_000)

  it('is made in another coordinate system, which the file names', async () => {
    const { path } = await untilDone(owner, turned, 'epsg-3346')
    expect(path).toMatch(/\/epsg-3346\/\d+\.tif$/)
    const url = `${server.url}/api/${path}`
    const image = await (await fromFile(await fetched(url, 'lks'))).getImage()
    expect(image.getGeoKeys()).toMatchObject({ ProjectedCSTypeGeoKey: 3346, ProjLinearUnitsGeoKey: 9001 })
    const found = await systemOfText('EPSG:3346')
    const middle: [number, number] = [2_800_000 + (WIDTH * METRES) / 2, 7_300_000 - (HEIGHT * METRES) / 2]
    const [x = NaN, y = NaN] = (found.ok && transformationAtMap(found.system, middle)?.fromMap(middle)) || []
    const [west = NaN, south = NaN, east = NaN, north = NaN] = image.getBoundingBox()
    expect([x > west, x < east, y > south, y < north]).toEqual([true, true, true, true])
    const named = (await fetch(url, { method: 'HEAD' })).headers.get('content-disposition')
    expect(named).toContain('-epsg-3346.tif')
    // Beside the others, and listed with them.
    const { overlay } = await callApi(server, publicMap, { params: { id: turned } })
    expect(overlay!.archives.map(({ kind }) => kind)).toContain('epsg-3346')
  }, 120_000)

  it.each([
    ['epsg-2056', 'errors.raster.outsideSystem'],
    ['epsg-9999', 'errors.archive.unknownSystem'],
    ['epsg-5513', 'errors.archive.turnedSystem'],
  ] as const)('refuses %s before anything is queued, and says what helps', async (kind, key) => {
    const refused = await refusedApi(owner, makeMapArchive, of(turned, kind))
    expect([refused.status, refused.body.messageKey]).toEqual([400, key])
    expect((await callApi(owner, mapArchive, of(turned, kind))).state).toBe('none')
  })

  for (const validator of VALIDATORS)
    itNeeding(validator.need, `passes the strict validation of ${validator.name}`, () => {
      for (const kind of COGS) expect(complaints(validator, files[kind]!), kind).toEqual([])
    })

  itNeeding(GDAL, 'has place, levels and transparency of the published file as GDAL reads it', async () => {
    const told = async (kind: keyof typeof files) => {
      const { stdout } = await run('gdalinfo', ['-json', files[kind]!])
      return JSON.parse(stdout) as {
        geoTransform: number[]
        size: number[]
        coordinateSystem: { wkt: string }
        metadata: Record<string, Record<string, string>>
        bands: { overviews: { size: number[] }[]; mask: { flags: string[] } }[]
      }
    }
    const published = await told('published')
    for (const kind of COGS) {
      const { geoTransform, size, coordinateSystem, metadata, bands } = await told(kind)
      expect([geoTransform, size, coordinateSystem]).toEqual([
        published.geoTransform,
        published.size,
        published.coordinateSystem,
      ])
      expect(metadata['']).toEqual(published.metadata[''])
      expect(metadata['IMAGE_STRUCTURE']!['COMPRESSION']).toBe(kind === 'jpeg' ? 'YCbCr JPEG' : 'DEFLATE')
      expect(bands.map(({ overviews }) => overviews.map((level) => level.size))[0]).toEqual(
        published.bands[0]!.overviews.map((level) => level.size),
      )
      expect(bands[0]!.mask.flags).toEqual(kind === 'jpeg' ? ['PER_DATASET'] : ['PER_DATASET', 'ALPHA'])
    }
    // What shows something is the same place by place, whichever way it is said.
    const shown = async (kind: keyof typeof files) => {
      const raw = join(folder, `${kind}-mask.png`)
      const band = kind === 'jpeg' ? 'mask' : '4'
      await run('gdal_translate', ['-q', '-b', band, '-of', 'PNG', files[kind]!, raw])
      return sharp(raw).threshold(128).raw().toBuffer()
    }
    const [alpha, mask] = await Promise.all([shown('lossless'), shown('jpeg')])
    let differing = 0
    for (let at = 0; at < alpha.length; at += 1) if (alpha[at] !== mask[at]) differing += 1
    expect(alpha.length).toBe(mask.length)
    expect(differing).toBe(0)
  })

  it('of a private map is its owner’s, by a signed address', async () => {
    for (const call of [mapArchive, makeMapArchive])
      expect((await refusedApi(reader, call, of(hidden, 'jpeg'))).status).toBe(404)
    expect((await refusedApi(server, makeMapArchive, of(placed, 'jpeg'))).status).toBe(401)
    const { path } = await untilDone(owner, hidden, 'jpeg')
    expect(path).toMatch(/^files\/s\/[\w.-]+\/maps\/.*\/jpeg\/1\.tif$/)
    expect((await fetch(`${server.url}/api/${path}`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/files/maps/${hidden}/jpeg/1.tif`)).status).toBe(404)
    expect((await fetch(`${server.url}/api/${path!.replace('/jpeg/', '/lossless/')}`)).status).toBe(404)
  }, 120_000)

  it('is one at a time, goes on after a kill, can be given up, and leaves nothing behind', async () => {
    const work = () => {
      const path = join(server.dataFolder, 'work')
      return existsSync(path) ? readdirSync(path).filter((name) => name.startsWith('archive-')) : []
    }
    await expect.poll(work, POLL).toEqual([])
    await callApi(reader, makeMapArchive, of(placed, 'jpeg'))
    const { body } = await refusedApi(reader, makeMapArchive, of(placed, 'pmtiles'))
    expect([body.messageKey, body.message]).toEqual([
      'errors.archive.oneAtATime',
      expect.stringContaining('Plan of Vilna'),
    ])
    await expect.poll(() => work().length, POLL).toBe(1)
    await server.kill9()
    await server.restart()
    for (const user of [owner, reader]) Object.assign(user, { url: server.url })
    await expect
      .poll(async () => (await callApi(reader, mapArchive, of(placed, 'jpeg'))).state, POLL)
      .toBe('done')
    await expect.poll(work, POLL).toEqual([])

    // Placed anew, all files of the overlay before go with it.
    const kept = (kind: string) => {
      const path = join(server.dataFolder, 'maps', placed, kind)
      return existsSync(path) ? readdirSync(path) : []
    }
    expect([kept('jpeg').length, kept('lossless').length]).toEqual([1, 1])
    await callApi(owner, transformMap, { params: { id: placed }, body: turnedPoints })
    await expect.poll(() => [...kept('jpeg'), ...kept('lossless')], POLL).toEqual([])

    await callApi(reader, makeMapArchive, of(placed, 'lossless'))
    await expect.poll(() => work().length, POLL).toBe(1)
    expect(await callApi(reader, cancelMapArchive, of(placed, 'lossless'))).toMatchObject({ state: 'none' })
    await expect.poll(work, POLL).toEqual([])
    expect(kept('lossless')).toEqual([])
    const { code, stdout } = await runProgram('check-data', [], { DATA_DIR: server.dataFolder })
    expect(code, stdout).toBe(0)
  }, 180_000)
})
