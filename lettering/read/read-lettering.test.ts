import { describe, expect, it } from 'vitest'
import type { Picture, ScanPixels } from './picture.ts'
import { readLettering } from './read-lettering.ts'
import { STRIP_HEIGHT } from './strip.ts'
import type { TextModels } from './text-models.ts'

const ALPHABET = ['', 'A', 'B', ' ']
const DARK = 100

/** White paper with black bars on it. */
function scanOf(
  width: number,
  height: number,
  bars: readonly { x: number; y: number; w: number; h: number }[],
) {
  const regions: number[] = []
  const scan: ScanPixels = {
    width,
    height,
    readRegion(region, toWidth, toHeight) {
      regions.push(toWidth * toHeight)
      const pixels = new Uint8Array(toWidth * toHeight * 3).fill(255)
      for (let row = 0; row < toHeight; row++)
        for (let column = 0; column < toWidth; column++) {
          const x = region.x + ((column + 0.5) * region.width) / toWidth
          const y = region.y + ((row + 0.5) * region.height) / toHeight
          const bar = bars.find((one) => x >= one.x && x < one.x + one.w && y >= one.y && y < one.y + one.h)
          if (bar) pixels.fill(0, (row * toWidth + column) * 3, (row * toWidth + column) * 3 + 3)
        }
      return Promise.resolve(pixels)
    },
  }
  return { scan, regions }
}

/** Models that see what is dark as text, where they see at all, and read it as four letters. */
function fakeModels(sees: (picture: Picture) => boolean = () => true) {
  const calls = { detected: 0, recognised: 0, closed: 0 }
  const models: TextModels = {
    alphabet: ALPHABET,
    detect(picture) {
      calls.detected++
      const { width, height, pixels } = picture
      const values = Float32Array.from({ length: width * height }, (_, at) =>
        sees(picture) && pixels[at * 3]! < DARK ? 1 : 0,
      )
      return Promise.resolve({ width, height, values })
    },
    recognise({ width, values }) {
      calls.recognised++
      const inked = values.subarray(0, width * STRIP_HEIGHT).filter((value) => value < -0.5).length
      const letter = inked > 0 ? 1 : 0
      const steps = Float32Array.from({ length: 8 * ALPHABET.length }, (_, at) =>
        at % ALPHABET.length === (Math.floor(at / ALPHABET.length) % 2 === 0 ? letter : 0) ? 0.96 : 0,
      )
      return Promise.resolve({ count: 8, classes: ALPHABET.length, values: steps })
    },
    close: () => Promise.resolve(void calls.closed++),
  }
  return { models, calls }
}

describe('the reading of a scan', () => {
  it('finds a label once, where it lies on the scan, though tiles and scales show it several times', async () => {
    const { scan } = scanOf(700, 300, [{ x: 310, y: 140, w: 80, h: 12 }])
    const { width, height, words } = await readLettering(scan, fakeModels().models)
    expect([width, height]).toEqual([700, 300])
    expect(words).toHaveLength(1)
    expect(words[0]).toMatchObject({ text: 'AAAA', alternatives: [], angle: 0 })
    expect(words[0]?.x).toBeCloseTo(350, -0.5)
    expect(words[0]?.y).toBeCloseTo(146, -0.5)
    expect(words[0]?.certainty).toBeCloseTo(0.96)
  })

  it('turns the tiles where hardly a word is found, and says where the words are without the turn', async () => {
    const { scan } = scanOf(450, 350, [{ x: 150, y: 50, w: 10, h: 80 }])
    // Sees nothing that stands.
    const { models } = fakeModels(({ width, height }) => height > width)
    const { words } = await readLettering(scan, models)
    expect(words).toHaveLength(1)
    expect(words[0]?.x).toBeCloseTo(155, -0.5)
    expect(words[0]?.y).toBeCloseTo(90, -0.5)
    expect(Math.abs(words[0]!.angle)).toBeCloseTo(90, 0)
  })

  it('asks no model about blank paper', async () => {
    const { models, calls } = fakeModels()
    expect((await readLettering(scanOf(300, 300, []).scan, models)).words).toEqual([])
    expect(calls).toMatchObject({ detected: 0, recognised: 0 })
  })

  it('reads a scan of any size in pieces of a bounded size', async () => {
    const { scan, regions } = scanOf(30, 40_000, [{ x: 2, y: 20_000, w: 20, h: 8 }])
    await readLettering(scan, fakeModels().models)
    expect(Math.max(...regions)).toBeLessThanOrEqual(800 * 800)
  })

  it('tells how far it is, rising to 100', async () => {
    const told: number[] = []
    const { scan } = scanOf(900, 300, [{ x: 100, y: 100, w: 100, h: 20 }])
    await readLettering(scan, fakeModels().models, { onProgress: (percent) => told.push(percent) })
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBe(100)
    expect(told.length).toBeGreaterThan(5)
  })

  it('stops at the abort of its signal', async () => {
    const abort = new AbortController()
    const { scan, regions } = scanOf(900, 300, [{ x: 100, y: 100, w: 100, h: 20 }])
    const reading = readLettering(scan, fakeModels().models, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    })
    await expect(reading).rejects.toThrow('enough')
    expect(regions).toHaveLength(1)
  })
})
