import { fromArrayBuffer } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const FIRST_BYTES = 16_384
const [WIDTH, HEIGHT] = [6000, 4500]

describe('the files of a map', () => {
  let server: TestServer
  let owner: Awaited<ReturnType<typeof newUser>>
  let id: string
  beforeAll(async () => {
    server = await startServer()
    owner = await newUser(server.url)
    const fields = { title: 'A map', creator: 'J. Guillaume', publisher: 'Narbutt & Sons' }
    id = await upload(owner, await drawnScan(WIDTH, HEIGHT), fields)
    await untilReady(owner, id)
    await callApi(owner, transformMap, { params: { id }, body: exactPoints(WIDTH, HEIGHT) })
  })
  afterAll(async () => server?.stop())

  const rangeOf = async (path: string, start: number, bytes: number) => {
    const part = await fetchFile(owner, path, { range: `bytes=${start}-${start + bytes - 1}` })
    expect(part.status).toBe(206)
    return Buffer.from(await part.arrayBuffer())
  }

  it('says within the overlay what it is called, who made it, and by which points it lies where it lies', async () => {
    const path = (await callApi(owner, getMap, { params: { id } })).files.transformedPath!
    const tiff = await fromArrayBuffer(new Uint8Array(await rangeOf(path, 0, FIRST_BYTES)).buffer)
    const said = (await (await tiff.getImage(0)).getGDALMetadata()) ?? {}
    expect(said).toMatchObject({ TITLE: 'A map', TRANSFORMATION: 'TPS' })
    expect(said.ATTRIBUTION).toMatch(/^J\. Guillaume, Narbutt (?:&|&amp;|&#38;) Sons$/)
    const { imagePoints, mapPoints } = exactPoints(WIDTH, HEIGHT)
    expect(JSON.parse(String(said.GCPS_IMAGE_X_Y_EPSG3857_X_Y))).toEqual(
      imagePoints.map(({ pixelX, pixelY }, n) =>
        [pixelX, pixelY, ...mapPoints[n]!].map((value): unknown => expect.closeTo(value, 3)),
      ),
    )
  })

  it.each([
    ['convertedFilePath', WIDTH, HEIGHT],
    ['transformedPath', null, null],
  ] as const)(
    '%s is opened by one request of 16 kB, and a tile of any level is one more',
    async (name, width, height) => {
      const path = (await callApi(owner, getMap, { params: { id } })).files[name]!
      const head = await rangeOf(path, 0, FIRST_BYTES)
      const tiff = await fromArrayBuffer(new Uint8Array(head).buffer)
      const levels = await tiff.getImageCount()
      expect(levels).toBeGreaterThan(3)
      const full = await tiff.getImage(0)
      if (width !== null) expect([full.getWidth(), full.getHeight()]).toEqual([width, height])
      else expect(full.getGeoKeys()).toMatchObject({ ProjectedCSTypeGeoKey: 3857 })
      for (let level = 0; level < levels; level += 1) {
        const image = await tiff.getImage(level)
        // Where the tiles lie was in the first request as well: a read beyond it would throw.
        const offset = Number(await image.fileDirectory.loadValueIndexed('TileOffsets', 0))
        const bytes = Number(await image.fileDirectory.loadValueIndexed('TileByteCounts', 0))
        const tile = await rangeOf(path, offset, bytes)
        if (name === 'convertedFilePath') {
          // A JPEG stream without its tables.
          expect(tile.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
          expect(tile.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
        } else expect(await sharp(tile).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
      }
    },
  )
})
