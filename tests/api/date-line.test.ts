import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeCatalogMaps } from '../../contract/api/catalog-maps.ts'
import { createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { exploreMaps } from '../../contract/api/explore.ts'
import { mapTileJson } from '../../contract/api/map-tiles.ts'
import { nearbyMaps, publicMap } from '../../contract/api/public-map.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import { callApi, newUser, refusedApi } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { describeNeeding, GDAL } from '../support/needs.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const [WIDTH, HEIGHT] = [600, 400]
const run = promisify(execFile)

/** Parts of the breadth and the height of a sheet. */
type Share = readonly [u: number, v: number]
const CORNERS: readonly Share[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0.5, 0.4],
]
/** In one half of a sheet alone. */
const IN_THE_WEST = CORNERS.map(([u, v]): Share => [0.45 * u, v])
const IN_THE_EAST = CORNERS.map(([u, v]): Share => [1 - 0.45 * u, v])

/**
 * A publication of a scan whose edges are meridians and parallels, longitudes running on beyond ±180°; the first point is
 * the north-west corner, or the south-east one where the east is said first.
 */
function sheet(from: number, south: number, to: number, north: number, shares: readonly Share[] = CORNERS) {
  const [west, east] = [Math.min(from, to), Math.max(from, to)]
  const [[minX, minY], [maxX, maxY]] = [mapPointOf(west, south), mapPointOf(east, north)]
  const placed = from < to ? shares : [...shares.slice(2), ...shares.slice(0, 2)]
  return {
    transformationType: 'Affine' as const,
    imagePoints: placed.map(([u, v]) => ({ pixelX: u * WIDTH, pixelY: v * HEIGHT })),
    mapPoints: placed.map(([u, v]): [number, number] => [minX + u * (maxX - minX), maxY - v * (maxY - minY)]),
  }
}

type Box = [west: number, south: number, east: number, north: number]

const boundsText = (...[west, south, east, north]: Box) =>
  [...mapPointOf(west, south), ...mapPointOf(east, north)].map((metres) => metres.toFixed(2)).join(',')

describe('maps across the date line and round the world', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let folder: string
  /** The same sheet of Fiji, its points counted from the west, and from the east. */
  let [fiji, fijiFromEast] = ['', '']
  /** From 20° W round to 20° W. */
  let world = ''

  const bytesOf = async (path: string, headers = {}) => {
    const answer = await fetch(`${server.url}/api${path}`, { headers })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const jsonOf = async (path: string) => JSON.parse((await bytesOf(path)).toString()) as unknown
  const add = async (title: string, box: Parameters<typeof sheet>) =>
    addConverted(owner, await drawnScan(WIDTH, HEIGHT), { title, isPublic: 'true' }, sheet(...box))

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-date-line-'))
    server = await startServer()
    owner = await newUser(server.url)
    fiji = await add('Fiji', [176, -20, 184, -14])
    fijiFromEast = await add('Fiji from the east', [-176, -20, -184, -14])
    world = await add('The world', [-20, -80, 340, 84])
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** How much of a tile shows something, and the mean of its columns' red, which grows from the sheet's west to its east. */
  async function tileOf(path: string) {
    const { data, info } = await sharp(await bytesOf(path))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const shown = Array.from({ length: info.width }, (_, x) => {
      let [count, red] = [0, 0]
      for (let y = 0; y < info.height; y += 1) {
        const at = 4 * (y * info.width + x)
        if (data[at + 3]! < 128) continue
        count += 1
        red += data[at]!
      }
      return { share: count / info.height, red: red / Math.max(1, count) }
    })
    return { columns: shown, share: shown.reduce((sum, { share }) => sum + share, 0) / shown.length }
  }

  it('lie where their points run on to, from the first one’s side', async () => {
    const westAndEast = async (id: string) => {
      const { overlay } = await callApi(server, publicMap, { params: { id } })
      const { minX, maxX } = overlay!.corners
      return [lonLatOf([minX, 0])[0], lonLatOf([maxX, 0])[0]]
    }
    const close = (degrees: number) => expect.closeTo(degrees, 1) as number
    expect(await westAndEast(fiji)).toEqual([close(176), close(184)])
    expect(await westAndEast(fijiFromEast)).toEqual([close(-184), close(-176)])
    expect(await westAndEast(world)).toEqual([close(-20), expect.closeTo(340.5, 0)])
  })

  it('are brought into the world where all their points are counted from another one', async () => {
    const id = await add('Samoa', [186, -15, 190, -12])
    const { overlay } = await callApi(server, publicMap, { params: { id } })
    expect(lonLatOf([overlay!.corners.minX, 0])[0]).toBeCloseTo(-174, 1)
  })

  it.each<[string, Box]>([
    ['west of it', [177, -18, 178, -17]],
    ['east of it', [-178, -18, -177, -17]],
    ['across it from the west', [179, -18, 181, -17]],
    ['across it from the east', [-181, -18, -179, -17]],
    ['in a world beside ours', [537, -18, 538, -17]],
  ])('are found by a view and a box %s', async (_, box) => {
    const { items, inView } = await callApi(server, exploreMaps, { query: { view: boundsText(...box) } })
    expect(inView).toBe(3)
    // Those that fit the view best come first.
    expect(items.slice(0, 3).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Fiji', 'Fiji from the east', 'The world']),
    )
    const found = (await jsonOfOwner(`/maps/find?list=public&box=${boundsText(...box)}`)) as {
      items: { titles: { title: string } }[]
    }
    expect(found.items.map(({ titles }) => titles.title).toSorted()).toEqual([
      'Fiji',
      'Fiji from the east',
      'The world',
    ])
  })
  const jsonOfOwner = async (path: string) =>
    JSON.parse((await bytesOf(path, { authorization: `Bearer ${owner.token}` })).toString()) as unknown

  it('are not found beside them', async () => {
    const query = { view: boundsText(170, -18, 175, -17) }
    expect((await callApi(server, exploreMaps, { query })).inView).toBe(1)
  })

  it('are neighbours of one another, whichever side their points are counted from', async () => {
    const { maps } = await callApi(server, nearbyMaps, { params: { id: fiji } })
    expect(maps.map(({ id }) => id).slice(0, 2)).toEqual([fijiFromEast, world])
  })

  it.each([
    ['fiji', () => fiji],
    ['Fiji from the east', () => fijiFromEast],
  ])('have tiles on both sides: %s', async (_, id) => {
    // At 512 tiles round the world one is 0.7° wide; 17° S lies in row 280.
    const [west, east] = await Promise.all([511, 0].map((x) => tileOf(`/map/${id()}/tiles/9/${x}/280.png`)))
    expect([west!.share, east!.share]).toEqual([1, 1])
    // The picture goes on from one to the other: red grows by 255 over the 600 px of the sheet.
    expect(Math.abs(west!.columns.at(-8)!.red - east!.columns[20]!.red)).toBeLessThan(20)
    expect(west!.columns.at(-8)!.red).toBeGreaterThan(90)
    expect(west!.columns.at(-8)!.red).toBeLessThan(160)
    const beyond = await tileOf(`/map/${id()}/tiles/9/100/280.png`)
    expect(beyond.share).toBe(0)
  })

  it('show a map of the world in every tile, without a gap where its edges meet', async () => {
    const tiles = await Promise.all(
      [0, 1, 2, 3].flatMap((x) => [1, 2].map((y) => tileOf(`/map/${world}/tiles/2/${x}/${y}.png`))),
    )
    for (const { columns } of tiles) expect(columns.filter(({ share }) => share < 1)).toEqual([])
    expect((await tileOf(`/map/${world}/tiles/0/0/0.png`)).columns.every(({ share }) => share > 0.8)).toBe(
      true,
    )
  })

  it('are laid together with others of a catalog on both sides', async () => {
    const { id } = await callApi(owner, createCatalog, { body: { title: 'Pacific' } })
    await callApi(owner, changeCatalogMaps, { body: { add: [{ catalogId: id, maps: [fiji] }] } })
    const { token } = await callApi(owner, shareCatalog, { params: { id }, body: null })
    for (const x of [511, 0])
      expect((await tileOf(`/catalogs/${id}/tiles/9/${x}/280.png?token=${token}`)).share).toBe(1)
  })

  it('have their outline in tiles on both sides', async () => {
    for (const id of [fiji, fijiFromEast])
      for (const x of [511, 0]) {
        const headers = { authorization: `Bearer ${owner.token}` }
        const bytes = await bytesOf(`/maps/outlines/9/${x}/280.mvt?list=public`, headers)
        const layer = new VectorTile(new Pbf(new Uint8Array(bytes))).layers['outlines']!
        const drawn = Array.from({ length: layer.length }, (_, at) => layer.feature(at))
        const own = drawn.filter(({ properties }) => properties['id'] === id)
        expect(own).toHaveLength(1)
        const xs = own[0]!
          .loadGeometry()
          .flat()
          .map((point) => point.x)
        expect([Math.min(...xs) <= 0, Math.max(...xs) >= 4096]).toEqual([true, true])
      }
  })

  it('tell where they lie in longitudes within ±180°', async () => {
    const json = await callApi(server, mapTileJson, { params: { id: fiji } })
    // TileJSON knows no bounds across the line.
    expect([json.bounds[0], json.bounds[2]]).toEqual([-180, 180])
    expect(Math.abs(json.center[0]!)).toBeCloseTo(180, 1)
    const capabilities = (await bytesOf(`/map/${fiji}/wmts/1.0.0/WMTSCapabilities.xml`)).toString()
    expect(capabilities).toMatch(/WGS84BoundingBox><ows:LowerCorner>-180 .*?<ows:UpperCorner>180 /)
    expect(capabilities).toMatch(/<TileMatrix>4<\/TileMatrix>.*?<MinTileCol>0<\/MinTileCol><MaxTileCol>15</)
    const dublin = (await bytesOf(`/map/${fiji}/download.xml`)).toString()
    expect(dublin).toMatch(/eastlimit=-175\.9.*westlimit=176/)
    const annotation = (await jsonOf(`/map/${fiji}/annotation.json`)) as {
      body: { features: { geometry: { coordinates: number[] } }[] }
    }
    const lons = annotation.body.features.map(({ geometry }) => Math.round(geometry.coordinates[0]!))
    expect(lons.map(Math.abs)).toEqual([176, 176, 176, 176, 180])
    expect(lons.slice(0, 2)).toEqual([176, -176])
  })

  it('have an outline that is cut at the line', async () => {
    interface Outline {
      features: { geometry: { type: string; coordinates: number[][][][] } }[]
    }
    const outlineOf = async (id: string) =>
      ((await jsonOf(`/map/${id}/download.geojson`)) as Outline).features[0]!.geometry
    for (const id of [fiji, fijiFromEast]) {
      const { type, coordinates } = await outlineOf(id)
      const spans = coordinates.map(([ring]) => {
        const lons = ring!.map(([lon]) => lon!)
        return [Math.min(...lons), Math.max(...lons)].map(Math.round)
      })
      expect(type).toBe('MultiPolygon')
      expect(spans).toEqual([
        [176, 180],
        [-180, -176],
      ])
    }
  })

  it('are refused beyond 85° north, and further than once round the world, with what to do', async () => {
    const id = await addConverted(owner, await drawnScan(WIDTH, HEIGHT), { title: 'Refused' })
    const polar = sheet(0, 60, 90, 84)
    const onPole = { ...polar, mapPoints: polar.mapPoints.map(([x, y]): [number, number] => [x, y * 3]) }
    const refusals = await Promise.all(
      [onPole, sheet(-170, -60, 200, 60)].map((body) =>
        refusedApi(owner, transformMap, { params: { id }, body }),
      ),
    )
    expect(refusals.map(({ status }) => status)).toEqual([400, 400])
    expect(JSON.stringify(refusals[0])).toContain('ends at 85.05° north and south')
    expect(JSON.stringify(refusals[1])).toContain('once round the world')
  })

  it.each<[string, Parameters<typeof sheet>]>([
    ['west', [176, -20, 184, -14, IN_THE_WEST]],
    ['east', [-176, -20, -184, -14, IN_THE_EAST]],
  ])('reach across it too where all their points lie %s of it', async (side, box) => {
    const id = await add(`Fiji by points in the ${side}`, box)
    const { overlay } = await callApi(server, publicMap, { params: { id } })
    const sides = [overlay!.corners.minX, overlay!.corners.maxX].map((x) => lonLatOf([x, 0])[0])
    const least = Math.min(box[0], box[2])
    expect(sides).toEqual([expect.closeTo(least, 1), expect.closeTo(least + 8, 1)])
    for (const x of [511, 0])
      expect((await tileOf(`/map/${id}/tiles/9/${x}/280.png`)).share, `column ${x}`).toBe(1)
    const { features } = (await jsonOf(`/map/${id}/download.geojson`)) as {
      features: { geometry: { type: string } }[]
    }
    expect(features[0]!.geometry.type).toBe('MultiPolygon')
  })

  describeNeeding(GDAL, 'as GDAL reads them', () => {
    it('have files whose eastings run on, and tiles that open as one layer', async () => {
      const { overlay } = await callApi(server, publicMap, { params: { id: fiji } })
      const path = join(folder, 'fiji.tif')
      writeFileSync(path, await bytesOf(`/${overlay!.path}`))
      const { stdout } = await run('gdalinfo', ['-json', path])
      const { cornerCoordinates } = JSON.parse(stdout) as {
        cornerCoordinates: { upperLeft: [number, number]; lowerRight: [number, number] }
      }
      expect(lonLatOf(cornerCoordinates.upperLeft)[0]).toBeCloseTo(176, 1)
      expect(lonLatOf(cornerCoordinates.lowerRight)[0]).toBeCloseTo(184, 1)
      const wmts = `WMTS:${server.url}/api/map/${fiji}/wmts/1.0.0/WMTSCapabilities.xml`
      const target = join(folder, 'east.tif')
      const box = boundsText(-179.9, -18, -179, -17).split(',')
      await run('gdalwarp', ['-te', ...box, '-ts', '64', '64', wmts, target])
      const { data } = await sharp(target).raw().toBuffer({ resolveWithObject: true })
      expect(data.some((value) => value > 0)).toBe(true)
    })
  })
})
