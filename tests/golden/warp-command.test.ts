import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fromFile } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtPrograms } from '../support/build.ts'
import { itNeeding, TERMINAL } from '../support/needs.ts'

let folder: string
let program: string
beforeAll(async () => {
  program = join(builtPrograms(), 'dist/server/warp-command.mjs')
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-command-'))
  await sharp({ create: { width: 900, height: 700, channels: 3, background: '#c96' } })
    .jpeg()
    .toFile(join(folder, 'scan.jpg'))
  await writeFile(join(folder, 'points.csv'), POINTS)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const POINTS = [
  'px,py,lon,lat',
  '50,60,25.20,54.72',
  '850,70,25.36,54.72',
  '840,640,25.36,54.655',
  '60,650,25.20,54.652',
  '450,350,25.28,54.688',
].join('\n')

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, INIT_CWD: folder }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, errors] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, errors })))
  return { child, ended }
}

it('warps a scan from the folder of the user, clears up after itself and ends with 0', async () => {
  const { code, out, errors } = await start('scan.jpg', 'points.csv', 'out/map.tif', '--title', 'Vilnius')
    .ended
  expect(code, errors).toBe(0)
  expect(out).toMatch(/out\/map\.tif: \d+ × \d+ px/)
  expect(errors).toContain('reading scan.jpg')
  expect(await readdir(join(folder, 'out'))).toEqual(['map.tif'])
  const image = await (await fromFile(join(folder, 'out/map.tif'))).getImage()
  expect(image.getGeoKeys()).toMatchObject({ ProjectedCSTypeGeoKey: 3857 })
  expect((await image.getGDALMetadata())?.TITLE).toBe('Vilnius')
})

itNeeding(
  TERMINAL,
  'draws a bar over itself on a terminal, and takes it away before the result',
  async () => {
    const command = [process.execPath, program, 'scan.jpg', 'points.csv', 'seen.tif'].join(' ')
    const env = { ...process.env, INIT_CWD: folder, COLUMNS: '80' }
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let shown = ''
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    expect(code, shown).toBe(0)
    const drawn = shown.split('\r\u001B[2K')
    expect(drawn.some((line) => /^[█░]{24} +\d+ % .*reading scan\.jpg$/.test(line))).toBe(true)
    expect(drawn.some((line) => /^█{24} 100 % .*warping seen\.tif$/.test(line))).toBe(true)
    // The line is empty again when the result is written.
    expect(drawn.at(-1)).toMatch(/^\S*seen\.tif: \d+ × \d+ px/)
  },
)

it('takes a pyramid as it is', async () => {
  const pyramid = join(folder, 'pyramid.tif')
  await sharp(join(folder, 'scan.jpg'))
    .tiff({ tile: true, tileWidth: 512, tileHeight: 512, pyramid: true, compression: 'jpeg' })
    .toFile(pyramid)
  const { code, errors } = await start('pyramid.tif', 'points.csv', 'from-pyramid.tif').ended
  expect(code, errors).toBe(0)
  expect(errors).not.toContain('reading')
})

it('draws the file in the system asked for, and says how exactly that lies to WGS 84', async () => {
  const { code, errors } = await start('scan.jpg', 'points.csv', 'lks.tif', '--to', 'EPSG:3346').ended
  expect(code, errors).toBe(0)
  const image = await (await fromFile(join(folder, 'lks.tif'))).getImage()
  expect(image.getGeoKeys()).toMatchObject({
    GTModelTypeGeoKey: 1,
    ProjectedCSTypeGeoKey: 3346,
    ProjLinearUnitsGeoKey: 9001,
  })
  const [west = NaN, south = NaN, east = NaN, north = NaN] = image.getBoundingBox()
  // Vilnius.
  expect([west, south, east, north].map((metres) => Math.round(metres / 1e4))).toEqual([58, 606, 59, 607])
  const old = await start('scan.jpg', 'points.csv', 'old.tif', '--to', 'EPSG:4284').ended
  expect(old.code, old.errors).toBe(0)
  expect(old.errors).toContain('drawn by Pulkovo 1942 to WGS 84')
  const degrees = await (await fromFile(join(folder, 'old.tif'))).getImage()
  expect(degrees.getGeoKeys()).toMatchObject({ GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4284 })
  const { DATUM_TRANSFORMATION: placed } = (await degrees.getGDALMetadata()) ?? {}
  expect(placed).toMatch(/^Pulkovo 1942 to WGS 84 \(2\), EPSG:\d+; accuracy 9 m$/)
})

it.each([
  ['a system of another country', 'EPSG:2056', /does not lie where.*CH1903\+ \/ LV95/],
  ['a system that there is not', 'EPSG:1', /--to EPSG:1: no coordinate system/],
  ['one whose coordinates count south and west', 'EPSG:5513', /--to EPSG:5513: its coordinates count/],
])('refuses %s for the file, and says what helps', async (_, system, message) => {
  const { code, errors } = await start('scan.jpg', 'points.csv', 'refused.tif', '--to', system).ended
  expect(code).toBe(1)
  expect(errors).toMatch(message)
  expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([])
})

it('goes on with the rest of a list when one map fails, and ends with 1', async () => {
  await writeFile(join(folder, 'line.csv'), 'px,py,lon,lat\n0,0,25,54\n10,10,25.1,54.1\n20,20,25.2,54.2\n')
  const list = [
    'scan,gcps,out',
    'scan.jpg,line.csv,a.tif',
    'none.jpg,points.csv,b.tif',
    'scan.jpg,points.csv,c.tif',
  ]
  await writeFile(join(folder, 'list.csv'), list.join('\n'))
  const { code, out, errors } = await start('--batch', 'list.csv', '--encoding', 'jpeg').ended
  expect(code).toBe(1)
  expect(errors).toContain('[1/3] scan.jpg: Collinear control points')
  expect(errors).toContain('[2/3] none.jpg: ENOENT')
  expect(out).toContain('1 of 3 maps written')
  const files = await readdir(folder)
  expect(files).toContain('c.tif')
  expect(files.filter((name) => /^[ab]\.tif/.test(name))).toEqual([])
})

it('ends with 2 and touches nothing on wrong usage', async () => {
  const { code, errors } = await start('scan.jpg', 'points.csv', 'wrong.tif', '--type', 'bent').ended
  expect(code).toBe(2)
  expect(errors).toMatch(/there is no type bent[\s\S]*Usage:/)
  expect(existsSync(join(folder, 'wrong.tif.work'))).toBe(false)
})

it('says how to go on when it is interrupted, and ends with 130', async () => {
  const [width, height] = [4000, 3000]
  await sharp({ create: { width, height, channels: 3, background: '#963' } })
    .jpeg()
    .toFile(join(folder, 'large.jpg'))
  const { child, ended } = start('large.jpg', 'points.csv', 'large.tif')
  while (!existsSync(join(folder, 'large.tif.work/scan/source.json'))) {
    if (child.exitCode !== null) throw new Error(JSON.stringify(await ended))
    await pause(10)
  }
  child.kill('SIGINT')
  const { code, errors } = await ended
  expect(code, errors).toBe(130)
  expect(errors).toContain('the same command goes on')
  expect(existsSync(join(folder, 'large.tif'))).toBe(false)
  const again = await start('large.jpg', 'points.csv', 'large.tif').ended
  expect(again.code, again.errors).toBe(0)
  expect(again.errors).not.toContain('reading')
  expect(existsSync(join(folder, 'large.tif'))).toBe(true)
})
