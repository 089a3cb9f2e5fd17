import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { config } from '../../contract/api/system.ts'
import { encodePmtiles } from '../../server/base-map/pmtiles-write.ts'
import { TILE_TYPE } from '../../server/base-map/pmtiles-directory.ts'
import { callApi } from '../support/api.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Where the header of an archive says what its tiles are. */
const TILE_TYPE_AT = 99

describe('BASEMAP_PMTILES', () => {
  let folder: string
  let server: TestServer | undefined
  let tile: Buffer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-streets-'))
    tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#88aacc' } })
      .png()
      .toBuffer()
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const archive = (name: string, type: number, layers: readonly string[] = []) => {
    const tiles = [
      { z: 0, x: 0, y: 0, data: tile },
      { z: 1, x: 1, y: 0, data: tile },
    ]
    const metadata = {
      attribution: '© <a href="https://example.org">The town</a>',
      vector_layers: layers.map((id) => ({ id, fields: {} })),
    }
    const bytes = encodePmtiles(tiles, metadata, [25, 54.5, 25.5, 54.75])
    bytes[TILE_TYPE_AT] = type
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  it('is served as streets in place of the online ones, with the attribution as text', async () => {
    server = await startServer({ env: { BASEMAP_PMTILES: archive('streets.pmtiles', TILE_TYPE.png) } })
    const { streets, satellite } = (await callApi(server, config, {})).baseMaps.layers
    expect(streets).toMatchObject({
      tiles: ['/api/base-map/streets/{z}/{x}/{y}'],
      minZoom: 0,
      maxZoom: 1,
      attribution: [{ text: '© The town' }],
      bounds: [25, 54.5, 25.5, 54.75],
    })
    expect(streets).not.toHaveProperty('format')
    expect(satellite?.tiles[0]).toMatch(/^https:/)
    const get = (path: string) => fetch(`${server!.url}/api/base-map/streets/${path}`)
    const found = await get('1/1/0')
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await found.arrayBuffer())).toEqual(tile)
    expect((await get('1/0/0.png')).status).toBe(204)
    for (const path of ['1/2/0', '1/0/2', '-1/0/0', 'a/b/c', '99/0/0'])
      expect((await get(path)).status, path).toBe(404)
    expect((await fetch(`${server.url}/api/base-map/0/0/0.mvt`)).status).toBe(200)
    const policy = (await get('0/0/0')).headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('tile.openstreetmap.org')
  })

  it('is served as vector tiles where it holds those of Protomaps’ base map', async () => {
    await server?.stop()
    const path = archive('vector.pmtiles', TILE_TYPE.mvt, ['earth', 'water', 'roads', 'places'])
    server = await startServer({ env: { BASEMAP_PMTILES: path } })
    const { streets } = (await callApi(server, config, {})).baseMaps.layers
    expect(streets).toMatchObject({ format: 'protomaps', tileSize: 512, bounds: [25, 54.5, 25.5, 54.75] })
    const found = await fetch(`${server.url}/api/base-map/streets/1/1/0`)
    expect([found.status, found.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.mapbox-vector-tile',
    ])
  })

  it.each([
    ['none.pmtiles', undefined, /BASEMAP_PMTILES: .*none\.pmtiles/],
    ['odd.pmtiles', 99, /BASEMAP_PMTILES: .*odd\.pmtiles holds no tiles that are known here/],
    ['other.pmtiles', TILE_TYPE.mvt, /another schema than Protomaps’ base map: it has no water, no places/],
  ])(
    'is refused at the start, by its name, where it is none or cannot be drawn: %s',
    async (name, type, told) => {
      const path = type === undefined ? join(folder, name) : archive(name, type, ['earth', 'roads'])
      await expect(startServer({ env: { BASEMAP_PMTILES: path } })).rejects.toThrow(told)
    },
  )
})
