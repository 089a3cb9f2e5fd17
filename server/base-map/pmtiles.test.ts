import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pmtiles, openPmtiles } from './pmtiles-read.ts'
import { type Tile, encodePmtiles } from './pmtiles-write.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-pmtiles-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** All tiles of zooms 0 to 7 but one corner; every third tile is the same sea. */
function sampleTiles(): Tile[] {
  const tiles: Tile[] = []
  for (let z = 0; z <= 7; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        if (z === 7 && x > 100 && y > 100) continue
        const text = (x + y) % 3 === 0 ? 'sea' : `${z}/${x}/${y}`
        tiles.push({ z, x, y, data: Buffer.from(text) })
      }
  return tiles
}

async function textOf(archive: Pmtiles, z: number, x: number, y: number): Promise<string | undefined> {
  const bytes = await archive.tile(z, x, y)
  return bytes && gunzipSync(bytes).toString()
}

it('reads back every tile of an archive that needs leaf directories', async () => {
  const tiles = sampleTiles()
  const path = join(folder, 'sample.pmtiles')
  await writeFile(path, encodePmtiles(tiles, { name: 'sample' }))
  const archive = await openPmtiles(path)
  expect(archive.header.leaves[1]).toBeGreaterThan(0)
  expect(archive.header.maxZoom).toBe(7)
  expect(archive.metadata).toEqual({ name: 'sample' })
  for (let i = 0; i < tiles.length; i += 97) {
    const tile = tiles[i]!
    expect(await textOf(archive, tile.z, tile.x, tile.y)).toBe(Buffer.from(tile.data).toString())
  }
  expect(await archive.tile(7, 127, 127)).toBeUndefined()
  expect(await archive.tile(8, 0, 0)).toBeUndefined()
  await archive.close()
})

it('stores equal tiles once', () => {
  const tiles = sampleTiles()
  const seas = tiles.filter((tile) => Buffer.from(tile.data).toString() === 'sea').length
  const bytes = encodePmtiles(tiles, {})
  const [addressed, , contents] = [0, 1, 2].map((i) => Number(bytes.readBigUInt64LE(72 + 8 * i)))
  expect(addressed).toBe(tiles.length)
  expect(contents).toBe(tiles.length - seas + 1)
})

it('says which file is no archive, and that one is cut', async () => {
  const path = join(folder, 'bad.pmtiles')
  await writeFile(path, 'PNG and more bytes than a header has '.repeat(10))
  await expect(openPmtiles(path)).rejects.toThrow(`${path}: not a PMTiles archive`)
  const whole = encodePmtiles(sampleTiles(), {})
  await writeFile(path, whole.subarray(0, 140))
  await expect(openPmtiles(path)).rejects.toThrow(/expected \d+ bytes at 127/)
})
