/**
 * Pictures with bytes changed, cut out, doubled or overwritten at random. They are decoded in this process, where a crash
 * of the decoder ends the whole run and so cannot be missed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TiffOptions } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { convertInChild } from '../../server/raster/scan/convert-in-child.ts'
import { RasterError } from '../../cog/raster-error.ts'

const COUNT = process.env.LONG ? 10_000 : 150
const SEED = 1798
const SIDE = 96

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Up to eight changes; half of them within the first 200 bytes, where headers and directories lie. */
function mutated(whole: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(whole)
  const pick = (end: number): number => Math.floor(random() * end)
  const changes = 1 + pick(8)
  for (let change = 0; change < changes && bytes.length > 1; change++) {
    const at = pick(random() < 0.5 ? Math.min(200, bytes.length) : bytes.length)
    const length = 1 + pick(Math.min(64, bytes.length - at))
    const kind = pick(5)
    if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8))
    else if (kind === 1) bytes[at] = pick(256)
    else if (kind === 2) bytes.fill(random() < 0.5 ? 0 : 255, at, at + length)
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    else bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
  }
  return bytes
}

let folder: string
let originals: { readonly name: string; readonly bytes: Buffer }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-mutated-'))
  const random = randomFrom(SEED)
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 4 }, () => Math.floor(random() * 256))
  const picture = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
  const opaque = picture.clone().removeAlpha()
  const tiff = (options: TiffOptions): Promise<Buffer> => opaque.clone().tiff(options).toBuffer()
  originals = [
    { name: 'jpeg', bytes: await opaque.clone().jpeg().toBuffer() },
    { name: 'progressive jpeg', bytes: await opaque.clone().jpeg({ progressive: true }).toBuffer() },
    { name: 'png', bytes: await picture.clone().png().toBuffer() },
    { name: 'interlaced png', bytes: await picture.clone().png({ progressive: true }).toBuffer() },
    { name: 'webp', bytes: await picture.clone().webp().toBuffer() },
    { name: 'gif', bytes: await picture.clone().gif().toBuffer() },
    { name: 'lzw tiff', bytes: await tiff({ compression: 'lzw' }) },
    { name: 'deflate tiff', bytes: await tiff({ compression: 'deflate', predictor: 'horizontal' }) },
    {
      name: 'tiled jpeg tiff',
      bytes: await tiff({ compression: 'jpeg', tile: true, tileWidth: 64, tileHeight: 64 }),
    },
    {
      name: 'bilevel tiff',
      bytes: await opaque
        .clone()
        .toColourspace('b-w')
        .tiff({ compression: 'ccittfax4', bitdepth: 1 })
        .toBuffer(),
    },
  ]
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

it(
  `${COUNT} mutated pictures are converted or refused with a reason, and none crashes or hangs the decoder`,
  async () => {
    const random = randomFrom(SEED)
    const ends = { converted: 0, refused: 0 }
    for (let index = 0; index < COUNT; index++) {
      const original = originals[index % originals.length]
      if (!original) throw new Error('no picture')
      const scanPath = join(folder, 'scan')
      await writeFile(scanPath, mutated(original.bytes, random))
      const outcome = await convertInChild({ scanPath, outFolder: folder }).catch((error: unknown) => error)
      const label = `picture ${index}, ${original.name}`
      if (outcome instanceof Error) {
        expect(outcome, label).toBeInstanceOf(RasterError)
        expect(outcome, label).toMatchObject({ code: expect.not.stringMatching(/^decoder/) as unknown })
        ends.refused++
      } else {
        expect(outcome, label).toMatchObject({ bytes: expect.any(Number) as unknown })
        ends.converted++
      }
    }
    // Mutations that did nothing, or broke everything, would show nothing.
    expect(ends.converted).toBeGreaterThan(COUNT / 20)
    expect(ends.refused).toBeGreaterThan(COUNT / 20)
  },
  process.env.LONG ? 3_600_000 : 120_000,
)
