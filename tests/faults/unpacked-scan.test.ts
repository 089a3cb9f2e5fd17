import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RasterError } from '../../cog/raster-error.ts'
import { findUnpacked, unpackScan } from '../../server/raster/scan/unpack-scan.ts'
import { builtPrograms } from '../support/build.ts'
import { itNeeding, LINUX, MOUNTS } from '../support/needs.ts'

const [WIDTH, HEIGHT] = [5000, 3000]
/** Tiles of 512 px of all levels (60, 15, 6, 2 and 1), three bytes a pixel, and a megabyte. */
const NEEDED_MB = Math.ceil((84 * 512 ** 2 * 3) / 1e6 + 1)

let folder: string
let scanPath: string
let pointsPath: string
beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-unpacked-'))
  scanPath = join(folder, 'scan.png')
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b95' } })
    .png()
    .toFile(scanPath)
  pointsPath = join(folder, 'points.csv')
  const corners = [
    [0, 0],
    [WIDTH, 0],
    [0, HEIGHT],
  ] as const
  const rows = corners.map(([x, y]) => [x, y, 2_800_000 + x, 7_300_000 - y].join(','))
  await writeFile(pointsPath, ['px,py,x,y', ...rows].join('\n'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it succeeded',
    (reason: unknown) => (reason instanceof RasterError ? { ...reason.details, code: reason.code } : reason),
  )
}

it('leaves nothing of a scan that turns out to be damaged', async () => {
  const damaged = join(folder, 'damaged.png')
  await writeFile(damaged, (await sharp(scanPath).jpeg().toBuffer()).subarray(0, 20_000))
  const into = join(folder, 'from-damaged')
  expect(await failureOf(unpackScan({ scanPath: damaged, folder: into, identity: 'a' }))).toMatchObject({
    code: 'damagedImage',
  })
  expect(await readdir(into)).toEqual([])
})

it('is taken again for the same scan only', async () => {
  const into = join(folder, 'again')
  const unpacked = await unpackScan({ scanPath, folder: into, identity: 'a' })
  expect(unpacked).toMatchObject({ width: WIDTH, height: HEIGHT, warnings: [] })
  expect(await findUnpacked(into, 'b')).toBeUndefined()
  if (process.platform === 'linux') expect(await findUnpacked(into, 'a')).toEqual(unpacked)
  await writeFile(join(into, 'source.json'), '{"identity":"a","bo')
  expect(await findUnpacked(into, 'a')).toBeUndefined()
})

itNeeding(
  MOUNTS,
  'is refused with both figures before anything is written where it has no room',
  async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${NEEDED_MB - 5}m`, 'tmpfs', disk])
    if (mounted.status !== 0) throw new Error(mounted.stderr.toString())
    try {
      const into = join(disk, 'scan')
      expect(await failureOf(unpackScan({ scanPath, folder: into, identity: 'a' }))).toMatchObject({
        code: 'diskFull',
        neededMb: NEEDED_MB,
      })
      expect(await readdir(into)).toEqual([])
      spawnSync('mount', ['-o', `remount,size=${NEEDED_MB + 20}m`, disk])
      const kept = { keptFreeBytes: 100e6 }
      expect(await failureOf(unpackScan({ scanPath, folder: into, identity: 'a', ...kept }))).toMatchObject({
        code: 'diskFull',
        freeMb: 0,
      })
      await unpackScan({ scanPath, folder: into, identity: 'a' })
      expect((await stat(join(into, 'pixels.tif'))).size).toBeLessThan(NEEDED_MB * 1e6)
    } finally {
      spawnSync('umount', [disk])
    }
  },
)

itNeeding(LINUX, 'is gone after a kill once the same command has run again', async () => {
  const program = join(builtPrograms(), 'dist/server/warp-command.mjs')
  const outPath = join(folder, 'out', 'map.tif')
  const command = () =>
    spawn(process.execPath, [
      program,
      scanPath,
      pointsPath,
      outPath,
      '--type',
      'affine',
      '--crs',
      'EPSG:3857',
    ])
  const endOf = (child: ReturnType<typeof command>) =>
    new Promise<number | null>((resolve) => child.once('exit', resolve))
  const killed = command()
  const end = endOf(killed)
  while (!existsSync(join(`${outPath}.work`, 'scan', '.partial', 'pixels.tif'))) {
    if (killed.exitCode !== null) throw new Error(`it ended early with ${killed.exitCode}`)
    await pause(5)
  }
  killed.kill('SIGKILL')
  await end
  expect(await endOf(command())).toBe(0)
  expect(await readdir(join(folder, 'out'))).toEqual(['map.tif'])
})
