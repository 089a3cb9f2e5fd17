import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { probeScan } from './scan-probe.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-shared-tiles-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const SIDE = 1024
const ACROSS = 12

/** A bilevel TIFF of 151 megapixels in fax tiles that begin at `offsets`. */
function faxTiles(offsets: readonly number[], length = 8): Buffer {
  const arraysAt = 8 + 2 + 10 * 12 + 4
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, 4, 1, SIDE * ACROSS],
    [257, 4, 1, SIDE * ACROSS],
    [258, 3, 1, 1],
    [259, 3, 1, 4],
    [262, 3, 1, 0],
    [277, 3, 1, 1],
    [322, 4, 1, SIDE],
    [323, 4, 1, SIDE],
    [324, 4, offsets.length, arraysAt],
    [325, 4, offsets.length, arraysAt + offsets.length * 4],
  ]
  const file = Buffer.alloc(arraysAt + offsets.length * 8 + 4096)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, type, count, value], n) => {
    const at = 10 + n * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(count, at + 4)
    file.writeUInt32LE(value, at + 8)
  })
  offsets.forEach((offset, n) => {
    file.writeUInt32LE(offset, arraysAt + n * 4)
    file.writeUInt32LE(offset === 0 ? 0 : length, arraysAt + (offsets.length + n) * 4)
  })
  return file
}

const DATA_AT = 2000
const probe = async (offsets: readonly number[], length?: number) => {
  const path = join(folder, 'scan.tif')
  await writeFile(path, faxTiles(offsets, length))
  return probeScan(path)
}
const each = (offset: (n: number) => number) => Array.from({ length: ACROSS * ACROSS }, (_, n) => offset(n))

it('refuses a large TIFF whose tiles share their bytes, before any is decoded', async () => {
  await expect(probe(each(() => DATA_AT))).rejects.toMatchObject({
    code: 'unsupportedLayout',
    details: { text: 'shared tiles' },
  })
})

it.each([
  ['overlap by all but a byte', 1, 8],
  ['overlap by a byte', 7, 8],
  ['name no length', 8, 0],
])('refuses a large TIFF whose tiles %s', async (_, step, length) => {
  const last = ACROSS * ACROSS - 1
  // In any order.
  await expect(
    probe(
      each((n) => DATA_AT + (last - n) * step),
      length,
    ),
  ).rejects.toMatchObject({ code: 'unsupportedLayout', details: { text: 'shared tiles' } })
})

it('takes a large TIFF whose tiles have bytes of their own, and one that leaves tiles out', async () => {
  const whole = await probe(each((n) => DATA_AT + n * 8))
  expect(whole.storedWidth).toBe(SIDE * ACROSS)
  const sparse = await probe(each((n) => (n % 2 === 0 ? 0 : DATA_AT + n * 8)))
  expect(sparse.storedWidth).toBe(SIDE * ACROSS)
})
