import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { TiffFile } from './tiff-directory.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-tiff-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Runs `read` on a file of these bytes. */
async function reading<T>(bytes: Buffer, read: (file: TiffFile) => Promise<T>): Promise<T> {
  const path = join(folder, 'file.tif')
  await writeFile(path, bytes)
  const handle = await open(path, 'r')
  try {
    return await read(await TiffFile.open(handle))
  } finally {
    await handle.close()
  }
}

/** A classic TIFF with one directory of one entry. */
function oneEntry(type: number, count: number, value: number, next = 0, bigEndian = false): Buffer {
  const file = Buffer.alloc(40)
  const short = (number: number, at: number): unknown =>
    bigEndian ? file.writeUInt16BE(number, at) : file.writeUInt16LE(number, at)
  const long = (number: number, at: number): unknown =>
    bigEndian ? file.writeUInt32BE(number, at) : file.writeUInt32LE(number, at)
  file.write(bigEndian ? 'MM' : 'II', 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(TAG.width, 10)
  short(type, 12)
  long(count, 14)
  if (type === 3) short(value, 18)
  else long(value, 18)
  long(next, 22)
  return file
}

it.each([false, true])('reads numbers of either byte order (big endian: %s)', async (bigEndian) => {
  const width = await reading(oneEntry(3, 1, 640, 0, bigEndian), async (file) => {
    const [first] = await file.directories(9)
    return first?.number(TAG.width, -1)
  })
  expect(width).toBe(640)
})

it('ends a chain of directories that loops', async () => {
  const count = await reading(oneEntry(3, 1, 640, 8), async (file) => (await file.directories(1000)).length)
  expect(count).toBe(1)
})

it.each([
  ['a directory beyond the end', oneEntry(3, 1, 640, 4_000_000_000)],
  ['values beyond the end', oneEntry(4, 100, 4_000_000_000)],
  ['more values than any file holds', oneEntry(12, 0xffffffff, 8)],
])('refuses %s without allocating what it claims', async (_, bytes) => {
  const read = reading(bytes, async (file) => {
    for (const directory of await file.directories(9)) await directory.numbers(TAG.width)
  })
  await expect(read).rejects.toThrow(RangeError)
})

it('refuses a file that ends within the header', async () => {
  await expect(reading(Buffer.from('II*\0'), (file) => file.directories(1))).rejects.toThrow(RangeError)
})
