import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtPrograms } from '../support/build.ts'

let folder: string
let program: string
beforeAll(async () => {
  program = join(builtPrograms(), 'dist/server/warp-command.mjs')
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-points-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const WORLD = 20_037_508.342_789_244

async function warp(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, INIT_CWD: folder } })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, errors }
}

async function boxOf(name: string) {
  const image = await (await fromFile(join(folder, name))).getImage()
  return image.getBoundingBox()
}

const scan = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })

it('warps a sheet across the date line, and says that its longitudes run on', async () => {
  await scan(800, 600).png().toFile(join(folder, 'line.png'))
  // Mercator: 10 km a px from 18,400 km east of Greenwich, so that the sheet ends 6,361 km beyond the line.
  const lonOf = (px: number) => {
    const lon = ((18_400_000 + 10_000 * px) / WORLD) * 180
    return lon > 180 ? lon - 360 : lon
  }
  const rows = [50, 400, 750].flatMap((px) => [`${px},0,${lonOf(px)},0`, `${px},400,${lonOf(px)},-33.767`])
  await writeFile(join(folder, 'line.csv'), ['px,py,lon,lat', ...rows].join('\n'))
  const { code, errors } = await warp('line.png', 'line.csv', 'line.tif', '--type', 'Affine')
  expect(code, errors).toBe(0)
  expect(errors).toContain('date line')
  const [west = NaN, , east = NaN] = await boxOf('line.tif')
  // The grid has whole pixels, of 10 km.
  expect(Math.abs(west - 18_400_000)).toBeLessThan(10_000)
  expect(Math.abs(east - 26_400_000)).toBeLessThan(10_000)
})

it('warps a map of the whole world to the width of the world', async () => {
  await scan(800, 800).png().toFile(join(folder, 'world.png'))
  const rows = [
    '80,100,-144,79.171334641',
    '720,100,144,79.171334641',
    '720,700,144,-79.171334641',
    '400,400,0,0',
  ]
  await writeFile(join(folder, 'world.csv'), ['px,py,lon,lat', ...rows].join('\n'))
  const { code, errors } = await warp('world.png', 'world.csv', 'world.tif', '--type', 'Affine')
  expect(code, errors).toBe(0)
  expect(errors).not.toContain('date line')
  const box = await boxOf('world.tif')
  for (const [index, edge] of [-WORLD, -WORLD, WORLD, WORLD].entries())
    expect(Math.abs((box[index] ?? NaN) - edge)).toBeLessThan(100_000)
})

it('turns points of QGIS with a photograph that EXIF turns, and says so', async () => {
  // Stored 200 × 300; upright 300 × 200 with its left third dark.
  const dark = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  await sharp({ create: { width: 200, height: 300, channels: 3, background: '#fff' } })
    .composite([{ input: dark, left: 0, top: 0 }])
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toFile(join(folder, 'photo.jpg'))
  // Orientation 8 turns it anticlockwise: upright (x, y) was stored at (200 − y, x), and the dark end comes to the left.
  const places = [
    [30, 30],
    [270, 30],
    [270, 170],
    [30, 170],
  ] as const
  const rows = places.map(([x, y]) => `${2_000_000 + 10 * x},${7_000_000 - 10 * y},${200 - y},${-x},1,0,0,0`)
  await writeFile(
    join(folder, 'photo.points'),
    ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual', ...rows].join('\n'),
  )
  const { code, errors } = await warp(
    'photo.jpg',
    'photo.points',
    'photo.tif',
    '--type',
    'Affine',
    '--encoding',
    'deflate',
  )
  expect(code, errors).toBe(0)
  expect(errors).toContain('--pixels')
  const image = await (await fromFile(join(folder, 'photo.tif'))).getImage()
  expect([image.getWidth(), image.getHeight()]).toEqual([300, 200])
  const [red] = (await image.readRasters({ samples: [0] })) as unknown as [Uint8Array]
  const at = (x: number, y: number) => red[y * 300 + x] ?? NaN
  expect([at(50, 100) < 40, at(150, 100) > 215, at(250, 100) > 215]).toEqual([true, true, true])
})

it('refuses points that are places on the map of another raster, and ends with 1', async () => {
  await scan(300, 200).png().toFile(join(folder, 'plain.png'))
  const rows = [0, 1, 2].map(
    (k) =>
      `${579_000 + 900 * k},${6_064_000 + 90 * k * k},${582_005 + 900 * k},${6_068_497 + 90 * k * k},1,0,0,0`,
  )
  await writeFile(
    join(folder, 'units.points'),
    ['#CRS: EPSG:3346', 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual', ...rows].join('\n'),
  )
  const { code, errors } = await warp('plain.png', 'units.points', 'units.tif')
  expect(code).toBe(1)
  expect(errors).toContain('sourceInMapUnits')
  expect(errors).toContain('georeferenced')
})
