import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outputSystemOf } from '../../../gcp-files/reference-systems/output-system.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { planWarp } from './warp-plan.ts'
import type { WarpGcp } from '../../../cog/file/cog-content.ts'
import type { WarpToCogOptions } from './warp-options.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-plan-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** The head of a TIFF that says how large it is: all that a plan reads. */
async function headOf(width: number, height: number): Promise<string> {
  const bytes = Buffer.alloc(8 + 2 + 2 * 12 + 4)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(2, 8)
  for (const [index, value] of [width, height].entries()) {
    const at = 10 + 12 * index
    bytes.writeUInt16LE(256 + index, at)
    bytes.writeUInt16LE(4, at + 2)
    bytes.writeUInt32LE(1, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  const path = join(folder, `${width}x${height}.tif`)
  await writeFile(path, bytes)
  return path
}

const square = (side: number, metresPerPixel: number): WarpGcp[] =>
  [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.9, 0.9],
    [0.1, 0.9],
    [0.5, 0.4],
  ].map(([u = 0, v = 0]) => ({
    image: [u * side, v * side],
    map: [2_000_000 + u * side * metresPerPixel, 7_000_000 - v * side * metresPerPixel],
  }))

async function optionsFor(
  side: number,
  gcps: WarpGcp[],
  more: Partial<WarpToCogOptions> = {},
): Promise<WarpToCogOptions> {
  const outPath = join(folder, 'out.tif')
  return {
    pyramidPath: await headOf(side, side),
    gcps,
    transformationType: 'TPS',
    outPath,
    workFolder: folder,
    ...more,
  }
}

async function failure(options: WarpToCogOptions): Promise<RasterError> {
  const error: unknown = await planWarp(options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RasterError) return error
  throw new Error(`not refused: ${String(error)}`)
}

describe('the plan of a warp', () => {
  it('keeps the resolution of the scan', async () => {
    const { setup, warnings } = await planWarp(await optionsFor(4000, square(4000, 3)))
    expect(setup.pixelSize).toBeCloseTo(3, 6)
    expect([setup.width, setup.height]).toEqual([4000, 4000])
    expect(warnings).toEqual([])
  })

  it('keeps it for a sheet that lies turned by 45°', async () => {
    const turned = square(4000, 3).map(({ image, map: [x, y] }): WarpGcp => {
      const [dx, dy] = [x - 2_006_000, y - 6_994_000]
      return { image, map: [2_006_000 + (dx - dy) * Math.SQRT1_2, 6_994_000 + (dx + dy) * Math.SQRT1_2] }
    })
    const { setup } = await planWarp(await optionsFor(4000, turned))
    expect(setup.pixelSize).toBeCloseTo(3, 6)
  })

  it('keeps the resolution in another system too, whole or cropped', async () => {
    const found = await outputSystemOf('EPSG:32633')
    if (!found.ok) throw new Error(found.fault)
    const { system } = found
    const options = await optionsFor(4000, square(4000, 3), { system })
    const { setup } = await planWarp(options)
    // A metre of EPSG:3857 is half a metre of the ground up there.
    const groundMetres = 3 / Math.cosh(6_994_000 / 6_378_137)
    expect(setup.pixelSize / groundMetres).toBeCloseTo(1, 2)
    // The sheet lies turned by the convergence of the meridians.
    expect(setup.width).toBeGreaterThan(4050)
    const corner = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
    ] as const
    const cropped = await planWarp({ ...options, mask: [corner] })
    expect(cropped.setup.pixelSize).toBe(setup.pixelSize)
    expect(cropped.setup.width).toBeLessThan(1100)
  })

  it('refuses more pixels than can be made, naming the point that asks for them', async () => {
    const side = 70_000
    const wild: WarpGcp = { image: [0.5 * side, 0.6 * side], map: [2_900_000, 6_980_000] }
    const error = await failure(await optionsFor(side, [...square(side, 1), wild]))
    expect(error).toMatchObject({ code: 'outputTooLarge', details: { limit: 16_000, point: 6 } })
  })

  it('refuses a mask that is no polygon, and a file that is no pyramid', async () => {
    const mask = [
      [
        [1, 1],
        [2, 2],
      ],
    ] as const
    expect(await failure(await optionsFor(4000, square(4000, 3), { mask }))).toMatchObject({
      code: 'invalidMask',
      details: { ring: 1 },
    })
    const text = join(folder, 'text.tif')
    await writeFile(text, 'not a TIFF at all')
    const options = await optionsFor(4000, square(4000, 3), { pyramidPath: text })
    expect((await failure(options)).code).toBe('scanUnreadable')
  })

  it('has an equal hash for an equal request only', async () => {
    const options = await optionsFor(4000, square(4000, 3))
    const { hash } = await planWarp(options)
    expect((await planWarp({ ...options, threads: 3 })).hash).toBe(hash)
    expect((await planWarp({ ...options, encoding: 'jpeg' })).hash).not.toBe(hash)
    expect((await planWarp({ ...options, exact: true })).hash).not.toBe(hash)
    const found = await outputSystemOf('EPSG:3035')
    if (found.ok) expect((await planWarp({ ...options, system: found.system })).hash).not.toBe(hash)
  })
})
