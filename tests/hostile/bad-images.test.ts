/**
 * Broken and hostile image files. Most run in this process, where a crash of the decoder ends the whole run and so
 * cannot be missed; the worst run through the child process as the server starts it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { convertInChild } from '../../server/raster/scan/convert-in-child.ts'
import { convertScan } from '../../server/raster/scan/convert-scan.ts'
import { isRasterErrorCode } from '../../contract/api/raster-failures.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { REAL_MAPS } from '../support/needs.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-hostile-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** All files of a data set, as paths below it. */
async function filesOf(set: string): Promise<string[]> {
  if (!REAL_MAPS.isMet) return []
  const entries = await readdir(sharedData(set), { recursive: true, withFileTypes: true })
  const root = sharedData(set)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** Pictures that tests/golden/scan-pixels.test.ts converts and looks at; once is enough. */
const compared = new Set(
  Object.keys(
    JSON.parse(await readFile(new URL('../golden/scan-signatures.json', import.meta.url), 'utf8')) as object,
  ),
)
const bad = await filesOf('bad-input')
const samples = ['tiff-samples', 'image-samples'].map(async (set) =>
  (await filesOf(set)).map((file) => [set, file] as const),
)
const others = (await Promise.all(samples)).flat().filter(([set, file]) => !compared.has(`${set}/${file}`))

/** A TIFF of `count` directories of one white pixel each, the last leading back to the first when `looping`. */
function manyPages(count: number, looping: boolean): Buffer {
  const ENTRIES: [tag: number, type: number, value: number][] = [
    [256, 3, 1],
    [257, 3, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [278, 3, 1],
    [279, 4, 1],
  ]
  const size = 2 + ENTRIES.length * 12 + 4
  const file = Buffer.alloc(10 + count * size)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(10, 4)
  file.writeUInt8(255, 8)
  for (let page = 0; page < count; page++) {
    const start = 10 + page * size
    file.writeUInt16LE(ENTRIES.length, start)
    ENTRIES.forEach(([tag, type, value], index) => {
      const at = start + 2 + index * 12
      file.writeUInt16LE(tag, at)
      file.writeUInt16LE(type, at + 2)
      file.writeUInt32LE(1, at + 4)
      if (type === 3) file.writeUInt16LE(value, at + 8)
      else file.writeUInt32LE(value, at + 8)
    })
    const last = page === count - 1
    file.writeUInt32LE(last ? (looping ? 10 : 0) : start + size, start + size - 4)
  }
  return file
}

it.each([
  ['200,000 pages', manyPages(200_000, false)],
  ['directories in a loop', manyPages(3, true)],
])('takes the first page of a TIFF of %s, in bounded time', async (_, bytes) => {
  const scanPath = join(folder, 'scan.tif')
  await writeFile(scanPath, bytes)
  const outcome = await convertScan({ scanPath, outFolder: folder }).catch((error: unknown) => error)
  expect(outcome).toMatchObject({ width: 1, height: 1, warnings: [{ code: 'firstPageOnly' }] })
})

it('takes the first frame of a GIF of 20,000', async () => {
  const scanPath = join(folder, 'scan.gif')
  const still = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
    .gif()
    .toBuffer()
  // Logical screen and colour table, then the one frame again and again, then the trailer.
  const tableBytes = 3 * 2 ** (((still[10] ?? 0) & 7) + 1)
  const head = still.subarray(0, 13 + ((still[10] ?? 0) & 0x80 ? tableBytes : 0))
  const frame = still.subarray(head.length, -1)
  await writeFile(
    scanPath,
    Buffer.concat([head, ...Array.from({ length: 20_000 }, () => frame), Buffer.of(0x3b)]),
  )
  const outcome = await convertScan({ scanPath, outFolder: folder })
  expect(outcome).toMatchObject({
    width: 9,
    height: 9,
    warnings: [{ code: 'firstPageOnly', details: { count: 20_000 } }],
  })
})

it('refuses a PNG that claims 30,000 x 30,000 pixels in 30 kB', async () => {
  const scanPath = join(folder, 'scan.png')
  const png = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  await writeFile(scanPath, Buffer.concat([png, Buffer.alloc(30_000)]))
  await expect(convertScan({ scanPath, outFolder: folder })).rejects.toMatchObject({ code: 'tooManyPixels' })
})

it('ends a decoder that makes no progress', async () => {
  const scanPath = join(folder, 'pipe')
  execFileSync('mkfifo', [scanPath])
  const conversion = convertScan({ scanPath, outFolder: folder, stallMs: 1000 })
  await expect(conversion).rejects.toMatchObject({ code: 'decoderStalled' })
  expect(await readdir(folder)).toEqual(['pipe'])
})

const CUT_AT = process.env.LONG ? [10, 20, 30, 40, 50, 60, 70, 80, 90] : [10, 50, 90]

it.each(CUT_AT)('refuses a scan cut off at %i %%', async (percent) => {
  // Loaders of other formats (SVG) are blocked in this process, so the drawing is made of pixels.
  const pixels = Uint8Array.from({ length: 700 * 700 * 3 }, (_, index) => (index * index) % 251)
  const drawing = sharp(pixels, { raw: { width: 700, height: 700, channels: 3 } })
  for (const format of ['jpeg', 'png', 'webp', 'tiff'] as const) {
    const whole = await drawing.clone().toFormat(format, { compression: 'lzw' }).toBuffer()
    const scanPath = join(folder, `cut.${format}`)
    await writeFile(scanPath, whole.subarray(0, Math.floor((whole.length * percent) / 100)))
    const conversion = convertInChild({ scanPath, outFolder: folder })
    await expect(conversion, format).rejects.toMatchObject({ code: 'damagedImage' })
  }
})

describeWithSharedData('files of strangers', () => {
  it.each([...bad.map((file) => ['bad-input', file] as const), ...others])(
    '%s/%s is converted or refused with a reason',
    async (set, file) => {
      const outcome = await convertInChild({ scanPath: sharedData(set, file), outFolder: folder }).catch(
        (error: unknown) => error,
      )
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(RasterError)
        expect(outcome).toMatchObject({ code: expect.not.stringMatching(/^decoder/) as unknown })
        return
      }
      const { channels } = await sharp(join(folder, 'thumbnails/small-300.webp')).stats()
      const brightest = Math.max(...channels.slice(0, 3).map(({ max }) => max))
      const warned = (outcome as { warnings: { code: string }[] }).warnings.some(
        ({ code }) => code === 'nearlyBlack',
      )
      expect(warned).toBe(brightest <= 15)
    },
  )

  it.each(bad.filter((file) => /bomb|oom|timeout|loop|crash-0|Crash/.test(file)))(
    '%s does no harm to the server that has it decoded',
    async (file) => {
      const before = process.memoryUsage.rss()
      const outcome = await convertScan({ scanPath: sharedData('bad-input', file), outFolder: folder }).catch(
        (error: unknown) => error,
      )
      const code = outcome instanceof RasterError ? outcome.code : undefined
      expect(code === undefined ? 'width' in (outcome as object) : isRasterErrorCode(code)).toBe(true)
      expect((await readdir(folder)).includes('converted')).toBe(code === undefined)
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
    },
  )
})
