import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DIGEST_BLOCK_BYTES, DIGEST_FORM, scanDigest } from './scan-digest.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

it('digests a scan block by block, with the last one as long as it is', async () => {
  const bytes = new Uint8Array(DIGEST_BLOCK_BYTES + 5).map((_, at) => at % 251)
  const asked: [number, number][] = []
  const digest = await scanDigest(bytes.length, (from, to) => {
    asked.push([from, to])
    return Promise.resolve(bytes.slice(from, to))
  })
  const sums = [bytes.subarray(0, DIGEST_BLOCK_BYTES), bytes.subarray(DIGEST_BLOCK_BYTES)].map(sha256)
  expect(digest).toBe(sha256(Buffer.concat(sums)).toString('hex'))
  expect(digest).toMatch(DIGEST_FORM)
  expect(asked).toEqual([
    [0, DIGEST_BLOCK_BYTES],
    [DIGEST_BLOCK_BYTES, DIGEST_BLOCK_BYTES + 5],
  ])
})

it('tells files apart that differ in one byte', async () => {
  const of = (...bytes: number[]) =>
    scanDigest(bytes.length, (from, to) => Promise.resolve(new Uint8Array(bytes.slice(from, to))))
  expect(await of(1, 2, 3)).toBe(await of(1, 2, 3))
  expect(await of(1, 2, 3)).not.toBe(await of(1, 2, 4))
})
