/** A placed map as a WMTS addressed by templates, as programs that read its list do. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, newUser } from '../support/api.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

const [WIDTH, HEIGHT] = [1600, 1100]

async function pixelsOf(answer: Response): Promise<Buffer> {
  return sharp(Buffer.from(await answer.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer()
}

describe('a placed map', () => {
  let server: SharedServer
  let placed: string

  beforeAll(async () => {
    server = await sharedServer()
    const owner = await newUser(server.url)
    placed = await addConverted(owner, await drawnScan(WIDTH, HEIGHT), { title: 'Plan', isPublic: 'true' })
    await callApi(owner, transformMap, { params: { id: placed }, body: exactPoints(WIDTH, HEIGHT, 7.3) })
  }, 60_000)
  afterAll(async () => server?.stop())

  it('is found by the templates of its WMTS, in every format and zoom, as by its address', async () => {
    const list = await (await fetch(`${server.url}/api/map/${placed}/wmts/1.0.0/WMTSCapabilities.xml`)).text()
    const [, layer] = /<Layer>(.*?)<\/Layer>/s.exec(list)!
    const templates = [
      ...layer!.matchAll(/<ResourceURL format="([^"]+)" resourceType="tile" template="([^"]+)"\/>/g),
    ].map(([, format, template]) => ({ format: format!, template: template!.replaceAll('&amp;', '&') }))
    expect(templates.map(({ format }) => format)).toEqual(['image/png', 'image/webp'])
    const limits = [
      ...layer!.matchAll(
        /<TileMatrix>(\d+)<\/TileMatrix><MinTileRow>(\d+)<\/MinTileRow><MaxTileRow>(\d+)<\/MaxTileRow><MinTileCol>(\d+)<\/MinTileCol><MaxTileCol>(\d+)</g,
      ),
    ].map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number, number])
    expect(limits.map(([z]) => z)).toEqual(limits.map((_, z) => z))
    for (const [z, minRow, maxRow, minColumn, maxColumn] of limits.slice(-4)) {
      const [row, column] = [Math.floor((minRow + maxRow) / 2), Math.floor((minColumn + maxColumn) / 2)]
      for (const { format, template } of templates) {
        const address = template
          .replace('{TileMatrix}', String(z))
          .replace('{TileCol}', String(column))
          .replace('{TileRow}', String(row))
        expect(address).not.toMatch(/[{}]/)
        const answer = await fetch(address)
        expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, format])
        const ours = await pixelsOf(answer)
        const xyz = `${server.url}/api/map/${placed}/tiles/${z}/${column}/${row}.${format.replace('image/', '')}`
        const theirs = await pixelsOf(await fetch(xyz))
        expect(ours.equals(theirs), address).toBe(true)
        const shown = ours.reduce((count, value, at) => count + (at % 4 === 3 && value > 127 ? 1 : 0), 0)
        expect(shown, address).toBeGreaterThan(1000)
      }
    }
  })
})
