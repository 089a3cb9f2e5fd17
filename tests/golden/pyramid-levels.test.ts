import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPyramidFile } from '../../workers/raster/pyramid-file.ts'
import { type TiffDirectory, tiffOfDirectories } from '../support/tiff-directories.ts'

/** Opens a file of these directories as it would come from a server that knows ranges. */
function open(...directories: TiffDirectory[]) {
  const bytes = tiffOfDirectories(directories)
  vi.stubGlobal('location', { origin: 'https://maps.example' })
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (_input, init) => {
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range') ?? '') ?? []
      return new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206 })
    }),
  )
  return openPyramidFile({ url: 'https://maps.example/map.tif', home: 'https://maps.example' })
}

afterEach(() => vi.unstubAllGlobals())

const FINEST = { width: 1001, height: 600 } as const
const HALF = { width: 500, height: 300 } as const

describe('the levels of a file', () => {
  it('are each half the one before, floored, in whatever order the file has them', async () => {
    const { info } = await open(HALF, FINEST, { width: 250, height: 150 })
    expect(info).toMatchObject({ width: 1001, height: 600, tileSize: 256 })
    expect(info.levels).toEqual([FINEST, HALF, { width: 250, height: 150 }])
  })

  it('have one mask each, or none has', async () => {
    const masks = [FINEST, HALF].map((level) => ({ ...level, isMask: true }))
    expect((await open(FINEST, HALF, ...masks)).info.levels.length).toBe(2)
    await expect(open(FINEST, HALF, ...masks.slice(0, 1))).rejects.toMatchObject({
      code: 'maskCount',
      message: 'expected one mask per image, got 1 for 2',
    })
    await expect(open(FINEST, HALF, ...masks.slice(0, 1), ...masks.slice(0, 1))).rejects.toMatchObject({
      code: 'maskCount',
      message: 'expected one mask per image, got none of 500 x 300',
    })
  })

  it('have one size of tiles, which are square', async () => {
    await expect(open(FINEST, { ...HALF, tile: [512, 512] })).rejects.toMatchObject({
      code: 'tileSizeMismatch',
      message: 'expected tiles of 256 x 256, got 512 x 512',
    })
    await expect(open({ ...FINEST, tile: [256, 512] })).rejects.toMatchObject({ code: 'tileSizeMismatch' })
  })

  it('have the sizes that halving gives', async () => {
    await expect(open(FINEST, { width: 501, height: 300 })).rejects.toMatchObject({
      code: 'resolutionMismatch',
      message: 'expected 500 x 300, got 501 x 300',
    })
  })

  it('begin at one place where they say so', async () => {
    const origin = [2_800_000, 7_300_000] as const
    expect((await open({ ...FINEST, origin }, HALF)).info.levels.length).toBe(2)
    expect((await open({ ...FINEST, origin }, { ...HALF, origin })).info.levels.length).toBe(2)
    await expect(
      open({ ...FINEST, origin }, { ...HALF, origin: [2_800_001, 7_300_000] }),
    ).rejects.toMatchObject({ code: 'originMismatch' })
  })
})
