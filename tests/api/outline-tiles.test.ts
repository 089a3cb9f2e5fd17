import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../contract/api/catalogs.ts'
import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { outlineTile } from '../../contract/api/find.ts'
import { insertUser, startDatabase, type TestDatabase } from '../support/database.ts'
import { callApi } from '../support/api.ts'
import { randomMaps, seededRandom, turnedSheet } from '../support/random-maps.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { insertMaps, type SeededMap } from '../support/viewer-maps.ts'

type Person = Awaited<ReturnType<typeof insertUser>>
type Query = Readonly<Record<string, string | number>>
type Tile = readonly [z: number, x: number, y: number]
type Point = readonly [number, number]
type Box = readonly [number, number, number, number]

const WORLD = 40_075_016.685578488
const EXTENT = 4096

interface Drawn {
  readonly id: string
  readonly title: string
  readonly area: number
  readonly rings: Point[][]
}

describe('tiles of outlines', () => {
  let database: TestDatabase
  let server: TestServer
  let [viewer, other] = [] as Person[] as [Person, Person]
  let maps: SeededMap[]
  let catalogId: string
  let members: string[]

  beforeAll(async () => {
    database = await startDatabase()
    server = await startServer({ env: { DATABASE_URL: database.url } })
    viewer = await insertUser(database, server.url)
    other = await insertUser(database, server.url)
    const random = seededRandom(7)
    maps = randomMaps(random, 500, [viewer.id, other.id, other.id])
    const overDateLine = turnedSheet(random, WORLD / 2 - 1000, 1e6, 9e5)
    maps.push({ ...maps[0]!, ...overDateLine, isPublic: true, isDeleted: false, id: crypto.randomUUID() })
    await insertMaps(database, maps)
    ;({ id: catalogId } = await callApi(viewer, createCatalog, { body: { title: 'Own' } }))
    members = maps.filter(() => random() < 0.3).map((map) => map.id)
    await database.pool.query('insert into catalog_maps (catalog_id, map_id) select $1, unnest($2::uuid[])', [
      catalogId,
      members,
    ])
  })
  afterAll(async () => {
    await server?.stop()
    await database?.stop()
  })

  const get = (
    caller: Partial<Person>,
    [z, x, y]: Tile,
    query: Query = {},
    headers: Record<string, string> = {},
  ) =>
    fetch(server.url + API_BASE + callPath(outlineTile, { z, x, y }, query), {
      headers: { ...(caller.token && { authorization: `Bearer ${caller.token}` }), ...headers },
    })

  const layersOf = async (tile: Tile, query: Query = {}, caller = viewer) => {
    const response = await get(caller, tile, query)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, outlineTile.replyType])
    const { layers } = new VectorTile(new Pbf(new Uint8Array(await response.arrayBuffer())))
    for (const [name, { version, extent }] of Object.entries(layers)) {
      expect(['outlines', 'groups']).toContain(name)
      expect([version, extent]).toEqual([2, EXTENT])
    }
    return layers
  }

  const featuresOf = (layer: VectorTileLayer | undefined) =>
    Array.from({ length: layer?.length ?? 0 }, (_, at) => layer!.feature(at))

  const read = async (tile: Tile, query: Query = {}, caller = viewer): Promise<Drawn[]> =>
    featuresOf((await layersOf(tile, query, caller)).outlines).map((feature) => {
      expect(feature.type).toBe(3)
      const { id, title, area } = feature.properties
      const rings = feature.loadGeometry().map((ring) => ring.map(({ x, y }): Point => [x, y]))
      return { id: String(id), title: String(title), area: Number(area), rings }
    })

  /** How many maps the groups of a tile stand for. */
  const countGrouped = async (tile: Tile, query: Query) =>
    featuresOf((await layersOf(tile, query)).groups).reduce((sum, feature) => {
      expect(feature.type).toBe(1)
      const [[point]] = feature.loadGeometry() as [[{ x: number; y: number }]]
      for (const place of [point.x, point.y])
        expect(Math.abs(place - EXTENT / 2)).toBeLessThanOrEqual(EXTENT / 2)
      const { count, west, south, east, north } = feature.properties as Record<string, number>
      expect([count! > 1, west! <= east!, south! <= north!]).toEqual([true, true, true])
      return sum + count!
    }, 0)

  const isMember = (map: SeededMap, list: string) => {
    if (map.isDeleted || map.corners === null) return false
    const isMine = map.ownerId === viewer.id
    if (list === 'personal') return isMine
    if (list === 'public') return map.isPublic
    return members.includes(map.id) && (map.isPublic || isMine)
  }

  /** A point of the plane in a tile's units. */
  const inTile =
    ([z, x, y]: Tile) =>
    ([east, north]: Point): Point => [
      ((east / WORLD + 0.5) * 2 ** z - x) * EXTENT,
      ((0.5 - north / WORLD) * 2 ** z - y) * EXTENT,
    ]
  const boxOf = ({ corners }: SeededMap, tile: Tile, shift = 0): Box => {
    const [w, s, e, n] = corners!
    const [[left, bottom], [right, top]] = [inTile(tile)([w + shift, s]), inTile(tile)([e + shift, n])]
    return [left, top, right, bottom]
  }
  const sideOf = (map: SeededMap, tile: Tile) => {
    const [left, top, right, bottom] = boxOf(map, tile)
    return Math.max(right - left, bottom - top)
  }

  /** Whether a convex ring meets the tile widened by some units: no line separates them. */
  const meetsTile = (ring: readonly Point[], widened: number) => {
    const square: Point[] = [
      [-widened, -widened],
      [EXTENT + widened, -widened],
      [EXTENT + widened, EXTENT + widened],
      [-widened, EXTENT + widened],
    ]
    const axes = [...ring, ...square].map((_, at, all) => {
      const of = at < ring.length ? ring : square
      const [from, to] = [all[at]!, of[(at - (of === ring ? 0 : ring.length) + 1) % of.length]!]
      return [to[1] - from[1], from[0] - to[0]] as const
    })
    const span = (points: readonly Point[], [x, y]: Point) => {
      const along = points.map((point) => point[0] * x + point[1] * y)
      return [Math.min(...along), Math.max(...along)] as const
    }
    return axes.every((axis) => {
      const [[low, high], [from, to]] = [span(ring, axis), span(square, axis)]
      return low <= to && from <= high
    })
  }
  /** What is drawn of a map: its footprint, or its box where it is small. */
  const shapeOf = (map: SeededMap, tile: Tile, shift: number): Point[] => {
    if (sideOf(map, tile) >= 24) return map.footprint!.map(([x, y]) => inTile(tile)([x + shift, y]))
    const [left, top, right, bottom] = boxOf(map, tile, shift)
    return [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ]
  }

  const tiles: Tile[] = [
    [0, 0, 0],
    [2, 2, 1],
    [4, 8, 4],
    [5, 17, 9],
    [7, 70, 40],
    [9, 280, 162],
    [12, 2250, 1300],
    [3, 0, 3],
    [3, 7, 3],
    [22, 2_300_000, 1_340_000],
  ]
  const filters: [name: string, query: Query, holds: (map: SeededMap) => boolean][] = [
    ['public', {}, (map) => isMember(map, 'public')],
    ['personal', { list: 'personal' }, (map) => isMember(map, 'personal')],
    ['favourites', { list: 'favorite' }, (map) => isMember(map, 'favorite')],
    ['a catalog', { list: 'catalog' }, (map) => isMember(map, 'catalog')],
    [
      'a time',
      { from: 1700, to: 1800 },
      (map) =>
        isMember(map, 'public') && map.firstYear !== null && map.firstYear <= 1800 && map.lastYear! >= 1700,
    ],
    ['a title', { title: 'PLAN' }, (map) => isMember(map, 'public') && map.title.includes('plan')],
    [
      'a box',
      { box: '0,6000000,1000000,7000000' },
      (map) => {
        const [w, s, e, n] = map.corners ?? [Infinity, 0, 0, 0]
        return isMember(map, 'public') && w <= 1e6 && e >= 0 && s <= 7e6 && n >= 6e6
      },
    ],
  ]

  it.each(filters)('hold exactly the maps of the list that meet them: %s', async (_, query, holds) => {
    const found = maps.filter(holds)
    expect(found.length).toBeGreaterThan(5)
    let [seen, groups] = [0, 0]
    for (const tile of tiles) {
      const asked = query.list === 'catalog' ? { ...query, catalogId } : query
      const drawn = await read(tile, asked)
      const ids = new Set(drawn.map(({ id }) => id))
      const copies = (map: SeededMap, widened: number) =>
        [0, WORLD, -WORLD].some((shift) => {
          const [left, top, right, bottom] = boxOf(map, tile, shift)
          const isMet = left <= EXTENT && right >= 0 && top <= EXTENT && bottom >= 0
          return isMet && meetsTile(shapeOf(map, tile, shift), widened)
        })
      // Longer than 48 pixels: shown by itself, whatever is around it.
      const large = found.filter((map) => sideOf(map, tile) >= 48 * 8)
      for (const map of large) {
        // What lies in the buffer alone may be there or not.
        if (copies(map, -1)) expect(ids, `${tile.join('/')} ${map.id}`).toContain(map.id)
        if (!copies(map, 65)) expect(ids, `${tile.join('/')} ${map.id}`).not.toContain(map.id)
      }
      // The others are shown or counted on the tile that holds their centre.
      const small = found.filter((map) => sideOf(map, tile) < 48 * 8)
      const here = small.flatMap((map) =>
        [0, WORLD, -WORLD].flatMap((shift) => {
          const [left, top, right, bottom] = boxOf(map, tile, shift)
          const centre = [(left + right) / 2, (top + bottom) / 2]
          return centre.every((place) => place >= 0 && place < EXTENT) ? [map.id] : []
        }),
      )
      const shown = here.filter((id) => ids.has(id)).length
      const grouped = await countGrouped(tile, asked)
      expect(shown + grouped, tile.join('/')).toBe(here.length)
      groups += grouped
      const known = new Set(found.map((map) => map.id))
      expect([...ids].filter((id) => !known.has(id))).toEqual([])
      seen += ids.size
    }
    expect(seen).toBeGreaterThan(5)
    expect(groups).toBeGreaterThan(5)
  })

  it('draw footprints to within one of their units, with title and area', async () => {
    let compared = 0
    for (const tile of tiles)
      for (const { id, title, area, rings } of await read(tile)) {
        const map = maps.find((one) => one.id === id)!
        expect(title).toBe(map.title)
        const shape = shapeOf(map, tile, 0)
        const isWhole = shape.every(([x, y]) => x >= 0 && y >= 0 && x <= EXTENT && y <= EXTENT)
        if (sideOf(map, tile) < 24 || !isWhole) continue
        compared += 1
        expect(rings).toHaveLength(1)
        const distance = (points: readonly Point[], [x, y]: Point) =>
          Math.min(...points.map((point) => Math.hypot(point[0] - x, point[1] - y)))
        for (const point of rings[0]!) expect(distance(shape, point)).toBeLessThanOrEqual(Math.SQRT1_2 + 1e-6)
        for (const point of shape) expect(distance(rings[0]!, point)).toBeLessThanOrEqual(1)
        expect(area / areaOf(map.footprint!)).toBeCloseTo(1, 3)
      }
    expect(compared).toBeGreaterThan(50)
  })

  it('cut what lies across their edge a little outside of it', async () => {
    const all = (await read([5, 17, 9])).flatMap(({ rings }) => rings.flat(2))
    expect(Math.min(...all)).toBe(-64)
    expect(Math.max(...all)).toBe(EXTENT + 64)
  })

  it('draw several polygons and holes as their mask has them', async () => {
    const square = (from: number, to: number): Point[] => [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
    ]
    const rings = [square(0, 100_000), square(20_000, 60_000).toReversed(), square(120_000, 150_000)]
    const one = { ...maps[0]!, ownerId: other.id, isPublic: true, isDeleted: false, id: crypto.randomUUID() }
    const corners = [0, 0, 150_000, 150_000] as const
    await insertMaps(database, [{ ...one, title: 'Masked', corners, footprint: square(0, 150_000) }])
    await database.pool.query('update map_versions set footprint = $2 where map_id = $1', [
      one.id,
      JSON.stringify(rings),
    ])
    const drawn = (await read([7, 64, 63], { title: 'Masked' }))[0]!
    const signed = drawn.rings.map((ring) => signedAreaOf(ring))
    const unit = WORLD / 2 ** 7 / EXTENT
    // Outer rings run clockwise where y points down, and a hole follows the ring that it lies in.
    const expected = [100_000 ** 2, -(40_000 ** 2), 30_000 ** 2].map((area) => area / unit ** 2)
    expect(signed.map(Math.sign)).toEqual([1, -1, 1])
    for (const [at, area] of signed.entries()) expect(area / expected[at]!).toBeCloseTo(1, 1)
    expect(drawn.area).toBeCloseTo(100_000 ** 2 - 40_000 ** 2 + 30_000 ** 2, -1)
    await database.pool.query('delete from maps where id = $1', [one.id])
  })

  it('are empty where there is nothing, unchanged while nothing changes, and kept by the caller alone', async () => {
    const nowhere = await get(viewer, [9, 0, 511])
    expect([nowhere.status, (await nowhere.arrayBuffer()).byteLength]).toEqual([200, 0])
    const first = await get(viewer, [2, 2, 1])
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await get(viewer, [2, 2, 1], {}, { 'if-none-match': first.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('are refused to strangers, outside the world, and where the filter is none', async () => {
    const status = async (caller: Partial<Person>, tile: Tile, query?: Query) =>
      (await get(caller, tile, query)).status
    expect(await status({}, [0, 0, 0])).toBe(401)
    expect(await status(other, [0, 0, 0], { list: 'catalog', catalogId })).toBe(404)
    expect(await status(viewer, [0, 1, 0])).toBe(400)
    expect(await status(viewer, [23, 0, 0])).toBe(400)
    expect(await status(viewer, [0, 0, 0], { box: '1' })).toBe(400)
    expect(await status(viewer, [0, 0, 0], { from: 5, to: 4 })).toBe(400)
  })
})

function signedAreaOf(ring: readonly Point[]): number {
  const doubled = ring.map(([x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return x * nextY - nextX * y
  })
  return doubled.reduce((sum, part) => sum + part, 0) / 2
}

const areaOf = (ring: readonly Point[]) => Math.abs(signedAreaOf(ring))
