import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromArrayBuffer } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putHeaderFirst } from '../../server/raster/scan/header-first.ts'
import { itNeeding } from '../support/needs.ts'
import { complaints, VALIDATORS } from './warp-judges.ts'

sharp.cache(false)
const [WIDTH, HEIGHT] = [1700, 1300]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-header-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function pyramid(name: string, channels: 1 | 3 | 4, compression: 'jpeg' | 'webp' | 'deflate') {
  const pixels = Uint8Array.from(
    { length: WIDTH * HEIGHT * channels },
    (_, at) => (at % 251) ^ Math.floor(at / (WIDTH * channels)),
  )
  const path = join(folder, `${name}.tif`)
  await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .tiff({ tile: true, tileWidth: 512, tileHeight: 512, pyramid: true, bigtiff: true, compression })
    .toFile(path)
  return path
}

const pixelsOf = (path: string, page: number) => sharp(path, { page }).raw().toBuffer()

const KINDS = [
  [3, 'jpeg'],
  [1, 'jpeg'],
  [4, 'webp'],
  [3, 'deflate'],
] as const

describe('a pyramid written anew with its header first', () => {
  it.each(KINDS)(
    'has the same pixels at every level, and its directories at the beginning: %i bands as %s',
    async (channels, compression) => {
      const name = `${channels} bands as ${compression}`
      const path = await pyramid(name, channels, compression)
      const outPath = join(folder, `${name} anew.tif`)
      await putHeaderFirst(path, outPath)
      const { pages = 0 } = await sharp(path).metadata()
      expect((await sharp(outPath).metadata()).pages).toBe(pages)
      expect(pages).toBeGreaterThan(2)
      for (let page = 0; page < pages; page += 1)
        expect((await pixelsOf(outPath, page)).equals(await pixelsOf(path, page)), `level ${page}`).toBe(true)

      const bytes = await readFile(outPath)
      const head = bytes.subarray(0, 16_384)
      const tiff = await fromArrayBuffer(new Uint8Array(head).buffer)
      expect(await tiff.getImageCount()).toBe(pages)
      // Tiles follow each other without a gap, the coarsest level first, to the end of the file.
      let end = Number.POSITIVE_INFINITY
      let seen = 0
      for (let page = 0; page < pages; page += 1) {
        const directory = (await tiff.getImage(page)).fileDirectory
        const offsets: number[] = Array.from((await directory.loadValue('TileOffsets')) ?? [], Number)
        const lengths: number[] = Array.from((await directory.loadValue('TileByteCounts')) ?? [], Number)
        expect(Math.max(...offsets)).toBeLessThan(end)
        end = Math.min(...offsets)
        seen += lengths.reduce((sum, length) => sum + length, 0)
      }
      expect(end + seen).toBe(bytes.length)
    },
  )

  for (const validator of VALIDATORS)
    itNeeding(validator.need, `is valid for the strict reader ${validator.name}`, async () => {
      // A scan lies nowhere yet, of which rasterio warns.
      const unplaced = /is a valid cloud[^]*NotGeoreferencedWarning/
      for (const [channels, compression] of KINDS) {
        const name = `${channels} bands as ${compression} for ${validator.name}`
        const outPath = join(folder, `${name} anew.tif`)
        await putHeaderFirst(await pyramid(name, channels, compression), outPath)
        expect(complaints(validator, outPath).filter((told) => !unplaced.test(told))).toEqual([])
      }
    })

  it('is refused where the file is none with tiles', async () => {
    const path = join(folder, 'strips.tif')
    await sharp({ create: { width: 50, height: 50, channels: 3, background: '#963' } })
      .tiff()
      .toFile(path)
    await expect(putHeaderFirst(path, join(folder, 'none.tif'))).rejects.toThrow(RangeError)
  })
})
