import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PackedTile, packingFor } from './packed-tile.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['identity', undefined],
  ['br;q=0.000', undefined],
  [undefined, undefined],
])('packs for who accepts %s as %s', (accepted, packing) => {
  expect(packingFor(accepted)).toBe(packing)
})

it('packs once, and as it was', async () => {
  const bytes = Buffer.from('outline '.repeat(1_000))
  const tile = new PackedTile(bytes)
  const [br, gzip] = await Promise.all([tile.packedAs('br'), tile.packedAs('gzip')])
  expect(brotliDecompressSync(br).equals(bytes)).toBe(true)
  expect(gunzipSync(gzip).equals(bytes)).toBe(true)
  expect(await tile.packedAs('br')).toBe(br)
})
