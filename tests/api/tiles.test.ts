import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog, shareCatalog, unshareCatalog } from '../../contract/api/catalogs.ts'
import { orderCatalog } from '../../contract/api/catalog-maps.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { mapTileJson } from '../../contract/api/map-tiles.ts'
import { switchPublic, updateMap } from '../../contract/api/maps.ts'
import { publicMap } from '../../contract/api/public-map.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { callApi, newUser, refusedApi, untilReady, upload } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { describeNeeding, GDAL } from '../support/needs.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Levels of 512 pixels: four. */
const [WIDTH, HEIGHT] = [2600, 1700]
const METRES = 7.3
const run = promisify(execFile)

interface Pixels {
  readonly data: Buffer
  readonly side: number
}

async function pixelsOf(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, side: info.width }
}

/** How two pictures differ where both show something, and how many pixels only one of them shows. */
function difference(a: Pixels, b: Pixels) {
  let [sum, shown, most, oneSided] = [0, 0, 0, 0]
  for (let at = 0; at < a.data.length; at += 4) {
    const [one, other] = [a.data[at + 3]! > 127, b.data[at + 3]! > 127]
    if (one !== other) oneSided += 1
    if (!one || !other) continue
    shown += 1
    for (let band = at; band < at + 3; band += 1) {
      const off = Math.abs(a.data[band]! - b.data[band]!)
      sum += off
      most = Math.max(most, off)
    }
  }
  return { mean: sum / Math.max(1, 3 * shown), most, oneSided, shown }
}

/** The tile of a zoom in which a place lies, and its box. */
function tileAt(z: number, [x, y]: readonly [number, number]) {
  const side = (2 * WORLD_HALF_METRES) / 2 ** z
  const [column, row] = [x + WORLD_HALF_METRES, WORLD_HALF_METRES - y].map((off) =>
    Math.floor(off / side),
  ) as [number, number]
  const [west, north] = [column * side - WORLD_HALF_METRES, WORLD_HALF_METRES - row * side]
  return { path: `${z}/${column}/${row}`, box: [west, north - side, west + side, north] }
}

describe('a placed map in other programs', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let stranger: Awaited<ReturnType<typeof newUser>>
  let folder: string
  let placed: string
  let hidden: string
  let unplaced: string
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
  const signedIn = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  const bytesOf = async (path: string, headers = {}) => {
    const answer = await get(path, headers)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const middle = [2_800_000 + (WIDTH / 2) * METRES, 7_300_000 - (HEIGHT / 2) * METRES] as const

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-tiles-'))
    server = await startServer()
    owner = await newUser(server.url)
    stranger = await newUser(server.url)
    const scan = await drawnScan(WIDTH, HEIGHT)
    placed = await upload(owner, scan, { title: 'Plan <of> "Vilna" & ’', isPublic: 'true' })
    hidden = await upload(owner, await drawnScan(900, 600), { title: 'Hidden' })
    unplaced = await upload(owner, await drawnScan(300, 200), { title: 'Scan', isPublic: 'true' })
    for (const id of [placed, hidden, unplaced]) await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id: placed }, body: exactPoints(WIDTH, HEIGHT, METRES) })
    // Over the north-west of the other.
    await callApi(owner, transformMap, { params: { id: hidden }, body: exactPoints(900, 600, METRES) })
    const rights = { licence: 'CC-BY-4.0' as const, attribution: 'A & <b>' }
    const body = { ...rights, institution: 'Library & archive', shelfmark: 'F. 23 <17>' }
    await callApi(owner, updateMap, { params: { id: placed }, body })
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  describeNeeding(GDAL, 'beside GDAL', () => {
    it('has tiles with the pixels that gdalwarp gives the same tile, at every zoom, in both sizes', async () => {
      const { overlay } = await callApi(server, publicMap, { params: { id: placed } })
      const cog = join(folder, 'map.tif')
      writeFileSync(cog, await bytesOf(`/api/${overlay!.path}`))
      const places = [
        middle,
        // Over the edge of the map.
        [2_800_000 + 40 * METRES, 7_300_000 - 40 * METRES],
      ] as const
      for (const z of [6, 11, 13, 15, 17])
        for (const [at, place] of places.entries())
          for (const side of [256, 512]) {
            const { path, box } = tileAt(z, place)
            const expected = join(folder, `${z}-${at}-${side}.tif`)
            const warp = ['-q', '-r', 'bilinear', '-te', ...box.map(String), '-ts', `${side}`, `${side}`]
            await run('gdalwarp', [...warp, '-overwrite', cog, expected])
            const size = side === 512 ? '@2x' : ''
            const ours = await pixelsOf(await bytesOf(`/api/map/${placed}/tiles/${path}${size}.png`))
            const theirs = await pixelsOf(await sharp(readFileSync(expected)).png().toBuffer())
            const { mean, most, oneSided, shown } = difference(ours, theirs)
            const where = `${z}, place ${at}, ${side} px: mean ${mean}, most ${most}, of ${shown}`
            expect([ours.side, theirs.side]).toEqual([side, side])
            expect(shown, where).toBeGreaterThan(20)
            expect(oneSided, where).toBe(0)
            // Where the file is enlarged or its own size, to the pixel. Where it is made smaller GDAL may take
            // another of its levels, which is smoothed differently.
            expect(mean, where).toBeLessThan(z >= 12 ? 0.01 : 4)
          }
    }, 120_000)

    it('is read by GDAL as a WMTS, alone and out of the list of all', async () => {
      const target = join(folder, 'wmts.png')
      for (const address of [
        `WMTS:${server.url}/api/map/${placed}/wmts/1.0.0/WMTSCapabilities.xml`,
        `WMTS:${server.url}/api/wmts?service=WMTS&request=GetCapabilities&map=${placed}`,
        `WMTS:${server.url}/api/wmts?SERVICE=WMTS&REQUEST=GetCapabilities,layer=${placed}`,
      ]) {
        const { stdout } = await run('gdalinfo', ['-json', address])
        const info = JSON.parse(stdout) as {
          size: number[]
          bands: unknown[]
          cornerCoordinates: { upperLeft: number[] }
          coordinateSystem: { wkt: string }
        }
        expect(info.coordinateSystem.wkt).toContain('Pseudo-Mercator')
        expect(Math.abs(info.cornerCoordinates.upperLeft[0]! - 2_800_000)).toBeLessThan(20_000)
        // The finest zoom of the layer, which is GDAL's grid of it.
        const { path, box } = tileAt(15, middle)
        const [west, south, east, north] = box.map(String)
        const window = ['-projwin', west!, north!, east!, south!, '-outsize', '256', '256']
        await run('gdal_translate', ['-q', '-of', 'PNG', ...window, address, target])
        const theirs = await pixelsOf(readFileSync(target))
        const ours = await pixelsOf(await bytesOf(`/api/map/${placed}/tiles/${path}.png`))
        expect(difference(ours, theirs)).toMatchObject({ mean: 0, oneSided: 0, shown: 256 * 256 })
      }
    }, 60_000)
  })

  describeNeeding(GDAL, 'to take along', () => {
    const save = async (format: string) => {
      const path = join(folder, `map.${format}`)
      writeFileSync(path, await bytesOf(`/api/map/${placed}/download.${format}`))
      return path
    }
    interface Info {
      size: [number, number]
      geoTransform: number[]
      coordinateSystem: { wkt: string }
    }
    const infoOf = async (path: string) => JSON.parse((await run('gdalinfo', ['-json', path])).stdout) as Info

    it('is a KMZ that GDAL reads, with the map where it lies', async () => {
      const kmz = await save('kmz')
      expect((await infoOf(kmz)).coordinateSystem.wkt).toContain('WGS 84')
      for (const z of [11, 13]) {
        const { path, box } = tileAt(z, middle)
        const target = join(folder, `kmz-${z}.tif`)
        const warp = ['-q', '-r', 'bilinear', '-t_srs', 'EPSG:3857', '-te', ...box.map(String)]
        await run('gdalwarp', [...warp, '-ts', '256', '256', '-overwrite', kmz, target])
        const theirs = await pixelsOf(await sharp(readFileSync(target)).png().toBuffer())
        const ours = await pixelsOf(await bytesOf(`/api/map/${placed}/tiles/${path}.png`))
        const { mean, oneSided, shown } = difference(ours, theirs)
        // Both are resampled, each on its own grid, and theirs were JPEG in between.
        expect([mean < (z < 12 ? 8 : 6), oneSided < 600], `${z}: ${mean}, ${oneSided} of ${shown}`).toEqual([
          true,
          true,
        ])
      }
    }, 60_000)

    it('is a JPEG with a world file that GDAL reads on the grid of the GeoTIFF', async () => {
      const zip = await save('zip')
      const { overlay } = await callApi(server, publicMap, { params: { id: placed } })
      const cog = join(folder, 'cog.tif')
      const answer = await get(`/api/map/${placed}/download.tif`)
      expect(answer.url).toBe(`${server.url}/api/${overlay!.path}`)
      writeFileSync(cog, Buffer.from(await answer.arrayBuffer()))
      const [jpeg, tiff] = [await infoOf(`/vsizip/${zip}/map.jpg`), await infoOf(cog)]
      expect(jpeg.size).toEqual(tiff.size)
      for (const [at, value] of tiff.geoTransform.entries())
        expect(jpeg.geoTransform[at]).toBeCloseTo(value, 6)
      expect(jpeg.coordinateSystem.wkt).toContain('Pseudo-Mercator')
    })

    it('is an outline that OGR reads, and a description in Dublin Core', async () => {
      const { bounds } = await callApi(server, mapTileJson, { params: { id: placed } })
      for (const format of ['geojson', 'gpkg'] as const) {
        const { stdout } = await run('ogrinfo', ['-al', await save(format)])
        expect(stdout.toLowerCase()).toContain(`using driver \`${format}' successful`)
        expect(stdout).toMatch(/Feature Count: 1\n/)
        expect(stdout).toContain('MULTIPOLYGON (((')
        expect(stdout).toContain('Plan <of> "Vilna" & ’')
        const extent = /Extent: \(([\d.-]+), ([\d.-]+)\) - \(([\d.-]+), ([\d.-]+)\)/.exec(stdout)!
        for (const at of [0, 1, 2, 3]) expect(Number(extent[at + 1])).toBeCloseTo(bounds[at]!, 3)
      }
      const xml = (await bytesOf(`/api/map/${placed}/download.xml`)).toString()
      expect(xml).toContain('<dc:title>Plan &lt;of&gt; &quot;Vilna&quot; &amp; ’</dc:title>')
      expect(xml).toMatch(/<dc:identifier>F. 23 &lt;17&gt;<[^]*<dc:source>Library &amp; archive<\/dc:source>/)
      expect(xml).toContain('<dc:rights>https://creativecommons.org/licenses/by/4.0/</dc:rights>')
    })
  })

  it('is made to take along for who may see it, and a download that is broken off holds up none', async () => {
    for (const format of ['tif', 'kmz', 'zip', 'geojson', 'gpkg', 'xml'])
      expect((await get(`/api/map/${hidden}/download.${format}`, signedIn(stranger))).status).toBe(404)
    const own = await get(`/api/map/${hidden}/download.kmz`, signedIn(owner))
    expect(own.status).toBe(200)
    expect(own.headers.get('content-disposition')).toMatch(/^attachment; .*\.kmz"; filename\*=/)
    await own.arrayBuffer()
    expect((await get(`/api/map/${placed}/download.mbtiles`)).status).toBe(400)
    for (let n = 0; n < 4; n += 1) {
      const leaving = new AbortController()
      const address = `${server.url}/api/map/${placed}/download.kmz`
      await fetch(address, { signal: leaving.signal }).catch(() => undefined)
      leaving.abort()
    }
    await expect
      .poll(async () => {
        const answer = await get(`/api/map/${placed}/download.kmz`)
        await answer.arrayBuffer()
        return answer.status
      })
      .toBe(200)
  })

  it('has tiles as WebP and PNG, and nothing outside of the map is drawn: one empty tile for all', async () => {
    const { path } = tileAt(13, middle)
    for (const [name, format, side] of [
      [`${path}.webp`, 'webp', 256],
      [`${path}@2x.webp`, 'webp', 512],
      [`${path}.png`, 'png', 256],
    ] as const) {
      const answer = await get(`/api/map/${placed}/tiles/${name}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`])
      const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(picture).toMatchObject({ width: side, height: side, format })
    }
    const empty = await bytesOf(`/api/map/${placed}/tiles/13/0/0.webp`)
    expect(empty.length).toBeLessThan(400)
    expect((await bytesOf(`/api/map/${placed}/tiles/20/5/5.webp`)).equals(empty)).toBe(true)
    const { data } = await pixelsOf(empty)
    expect(data.every((value) => value === 0)).toBe(true)
  })

  it('has tiles that are kept by their version, shortly without it, and need not be sent again', async () => {
    const path = `/api/map/${placed}/tiles/${tileAt(13, middle).path}.webp`
    const kept = await get(`${path}?v=1`)
    expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    for (const query of ['', '?v=9']) {
      const shortly = await get(path + query)
      expect(shortly.headers.get('cache-control')).toBe('public, max-age=60')
      expect(shortly.headers.get('etag')).toBe(kept.headers.get('etag'))
    }
    expect(kept.headers.get('access-control-allow-origin')).toBe('*')
    expect(kept.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await get(path, { 'if-none-match': kept.headers.get('etag')! })).status).toBe(304)
  })

  it('has no tile where there is none', async () => {
    for (const [name, status] of [
      ['3/8/0.webp', 404],
      ['25/0/0.webp', 404],
      ['3/0/0.jpg', 400],
      ['3/-1/0.webp', 400],
      ['3/0/0@3x.webp', 400],
      ['3/0/01.webp', 400],
      ['3/0/0.webp?v=x', 400],
    ] as const)
      expect((await get(`/api/map/${placed}/tiles/${name}`)).status, name).toBe(status)
    for (const id of [unplaced, 'none', '00000000-0000-7000-8000-000000000000'])
      for (const name of ['tiles/0/0/0.webp', 'tilejson.json', 'wmts/1.0.0/WMTSCapabilities.xml'])
        expect((await get(`/api/map/${id}/${name}`)).status, `${id} ${name}`).toBe(404)
  })

  it('tells of its tiles in TileJSON, with whom to name', async () => {
    const answer = await get(`/api/map/${placed}/tilejson.json`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const list = mapTileJson.reply.parse(await answer.json())
    expect(list).toMatchObject({
      tilejson: '3.0.0',
      name: 'Plan <of> "Vilna" & ’',
      attribution:
        'A &amp; &lt;b&gt; · <a href="https://creativecommons.org/licenses/by/4.0/" rel="license">CC-BY-4.0</a>',
      tiles: [`${server.url}/api/map/${placed}/tiles/{z}/{x}/{y}.webp?v=1`],
      minzoom: 0,
      // 7.3 metres a pixel: those of zoom 15 are 4.8 wide.
      maxzoom: 15,
    })
    const [west, south, east, north] = list.bounds
    expect([west! < list.center[0]!, list.center[0]! < east!]).toEqual([true, true])
    expect([south! < list.center[1]!, list.center[1]! < north!]).toEqual([true, true])
    const { path } = tileAt(13, middle)
    const [z, x, y] = path.split('/')
    const address = list.tiles[0]!.replace('{z}', z!).replace('{x}', x!).replace('{y}', y!)
    expect((await fetch(address)).status).toBe(200)
  })

  it('shows tiles of a private map to its owner, and by signed addresses, which end when it was public in between', async () => {
    const path = `/api/map/${hidden}/tiles/${tileAt(13, [2_802_000, 7_298_000]).path}.webp`
    for (const headers of [{}, signedIn(stranger)])
      for (const address of [
        path,
        `${path}?v=1`,
        `/api/map/${hidden}/tilejson.json`,
        `/api/wmts?service=WMTS&request=GetCapabilities&map=${hidden}`,
        `/api/wmts?service=WMTS&request=GetTile&layer=${hidden}&format=image/png&tilematrixset=WebMercatorQuad&tilematrix=0&tilerow=0&tilecol=0`,
      ])
        expect((await get(address, headers)).status, address).toBe(404)
    const own = await get(`${path}?v=1`, signedIn(owner))
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(own.headers.get('access-control-allow-origin')).toBeNull()
    const { tiles } = await callApi(owner, mapTileJson, { params: { id: hidden } })
    const { search } = new URL(tiles[0]!)
    expect((await get(path + search)).status).toBe(200)
    // For this overlay of this map alone.
    const ticket = new URLSearchParams(search).get('ticket')!
    expect((await get(`${path}?v=1&ticket=${ticket.slice(0, -3)}AAA`)).status).toBe(404)
    const other = await addConverted(owner, await drawnScan(300, 200), { title: 'Other' })
    await callApi(owner, transformMap, { params: { id: other }, body: exactPoints(300, 200) })
    expect((await get(`/api/map/${other}/tiles/0/0/0.webp?v=1&ticket=${ticket}`)).status).toBe(404)
    for (const isPublic of [true, false])
      await callApi(owner, switchPublic, { params: { mapId: hidden }, body: { isPublic } })
    expect((await get(path + search)).status).toBe(404)
    expect(server.output()).not.toContain(ticket)
  })

  it('is listed as a WMTS, and refused in the words of OGC', async () => {
    const base = '/api/wmts?service=WMTS'
    const list = await get(`${base}&request=GetCapabilities`)
    expect(list.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    const text = await list.text()
    expect(text).toContain('<ows:Title>Plan &lt;of&gt; &quot;Vilna&quot; &amp; ’</ows:Title>')
    expect(text).toContain(`<ows:Identifier>${placed}</ows:Identifier>`)
    expect(text).not.toContain(hidden)
    const tile = `${base}&request=GetTile&version=1.0.0&style=default&format=image/png&tilematrixset=WebMercatorQuad`
    const [z, x, y] = tileAt(13, middle).path.split('/')
    const at = `&TileMatrix=${z}&TileRow=${y}&TileCol=${x}`
    const drawn = await bytesOf(`${tile}&layer=${placed}${at}`)
    expect(drawn.equals(await bytesOf(`/api/map/${placed}/tiles/${z}/${x}/${y}.png`))).toBe(true)
    for (const [address, status, code, locator] of [
      ['/api/wmts', 400, 'MissingParameterValue', 'service'],
      ['/api/wmts?service=WMS', 400, 'InvalidParameterValue', 'service'],
      ['/api/wmts?service=WMTS&service=WMS', 400, 'MissingParameterValue', 'request'],
      [`${base}&request=GetFeatureInfo`, 400, 'OperationNotSupported', 'request'],
      [`${base}&request=GetCapabilities&page=0`, 400, 'InvalidParameterValue', 'page'],
      [`${base}&request=GetCapabilities&map=none`, 404, 'InvalidParameterValue', 'map'],
      [`${tile}&layer=none${at}`, 404, 'InvalidParameterValue', 'layer'],
      [`${tile}&layer=${placed}&tilematrix=2&tilerow=4&tilecol=0`, 400, 'TileOutOfRange', 'tilematrix'],
      [
        `${tile}&layer=${placed}&tilematrix=two&tilerow=0&tilecol=0`,
        400,
        'InvalidParameterValue',
        'tilematrix',
      ],
      [`/api/map/${unplaced}/wmts/1.0.0/WMTSCapabilities.xml`, 404, 'InvalidParameterValue', 'map'],
    ] as const) {
      const answer = await get(address)
      const report = await answer.text()
      expect([answer.status, answer.headers.get('content-type')], address).toEqual([
        status,
        'text/xml; charset=utf-8',
      ])
      expect(report).toContain(`<ows:Exception exceptionCode="${code}" locator="${locator}">`)
    }
  })

  it('lies in the mosaic of a catalog in its order, for who sees that, without what is hidden from them', async () => {
    const above = await addConverted(owner, await drawnScan(500, 400), { title: 'Above', isPublic: 'true' })
    await callApi(owner, transformMap, { params: { id: above }, body: exactPoints(500, 400, METRES) })
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Mosaic' } })
    for (const mapId of [hidden, above, placed])
      await callApi(owner, batchFavorites, { params: { mapId }, body: { addCatalogs: [id] } })
    const { path } = tileAt(13, [2_800_000 + 300 * METRES, 7_300_000 - 200 * METRES])
    const mosaic = `/api/catalogs/${id}/tiles/${path}.png`
    const alone = async (mapId: string) =>
      pixelsOf(await bytesOf(`/api/map/${mapId}/tiles/${path}.png`, signedIn(owner)))
    const [low, top, priv] = [await alone(placed), await alone(above), await alone(hidden)]
    const laid = (...layers: Pixels[]): Pixels => {
      const data = Buffer.from(layers[0]!.data)
      for (let at = 0; at < data.length; at += 4) {
        const shown = layers.find((layer) => layer.data[at + 3]! > 127)
        shown?.data.copy(data, at, at, at + 4)
      }
      return { data, side: layers[0]!.side }
    }
    const shows = async (expected: Pixels, headers: Record<string, string>, query = '') => {
      const { mean, oneSided, shown } = difference(
        await pixelsOf(await bytesOf(mosaic + query, headers)),
        expected,
      )
      expect(shown).toBeGreaterThan(10_000)
      expect([mean < 0.5, oneSided < 300]).toEqual([true, true])
    }
    await shows(laid(priv, top, low), signedIn(owner))
    for (const headers of [{}, signedIn(stranger)]) expect((await get(mosaic, headers)).status).toBe(404)
    await callApi(owner, shareCatalog, { params: { id }, body: { username: stranger.username } })
    const { token } = await callApi(owner, shareCatalog, { params: { id }, body: null })
    await shows(laid(top, low), signedIn(stranger))
    await shows(laid(top, low), {}, `?token=${token}`)
    const before = (await get(mosaic, signedIn(stranger))).headers.get('etag')
    await callApi(owner, orderCatalog, { params: { id }, body: { maps: [placed, hidden, above] } })
    await shows(laid(low, top), signedIn(stranger))
    expect((await get(mosaic, signedIn(stranger))).headers.get('etag')).not.toBe(before)
    await callApi(owner, unshareCatalog, { params: { id } })
    for (const query of [`?token=${token}`, '?token=none'])
      expect((await get(mosaic + query)).status).toBe(404)
    expect((await refusedApi(stranger, mapTileJson, { params: { id: 'none' } })).status).toBe(404)
  })
})
