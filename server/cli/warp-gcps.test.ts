import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readGcps } from './warp-gcps.ts'

let path: string
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'palimpsest-gcps-')), 'points.csv')
})
afterAll(async () => {
  await rm(join(path, '..'), { recursive: true, force: true })
})

it('projects national coordinates and leaves out what is switched off', async () => {
  // Vilnius in LKS-94; gdaltransform (GDAL 3.6.2) gives these metres of EPSG:3857.
  await writeFile(path, 'px,py,x,y,enabled\n10,20,582864,6061776,1\n30,40,582900,6061800,0\n')
  const { gcps, remarks } = await readGcps(path, { crs: 'EPSG:3346' })
  expect(gcps).toHaveLength(1)
  expect(gcps[0]?.image).toEqual([10, 20])
  const [x, y] = gcps[0]?.map ?? [NaN, NaN]
  expect(Math.hypot(x - 2814728.258, y - 7301083.257)).toBeLessThan(0.05)
  expect(remarks).toEqual(['1 of 2 control points are switched off'])
})

it('reads a table in UTF-16 with decimal commas, as spreadsheets save it', async () => {
  for (const swaps of [false, true]) {
    const bytes = Buffer.from('\uFEFFpx\tpy\tlon\tlat\n10,5\t20\t25,25\t54,5\n', 'utf16le')
    await writeFile(path, swaps ? bytes.swap16() : bytes)
    const { gcps } = await readGcps(path)
    expect(gcps.map(({ image }) => image)).toEqual([[10.5, 20]])
  }
})

it('says which coordinate system it took where the file names none', async () => {
  await writeFile(path, 'px,py,x,y\n10,20,25.28,54.68\n30,40,25.3,54.7\n50,60,25.2,54.6\n')
  const { remarks } = await readGcps(path)
  expect(remarks[0]).toContain('taken as EPSG:4326')
})

it('says when the coordinate system asked for is not the one the file names', async () => {
  await writeFile(path, 'px,py,x,y,lon,lat\n10,20,1,2,25.28,54.68\n')
  const { remarks } = await readGcps(path, { crs: 'EPSG:3857' })
  expect(remarks).toEqual([`${path} says EPSG:4326; taken as EPSG:3857 as asked`])
})

it('names file, line and field of a fault', async () => {
  await writeFile(path, 'px,py,x,y\n10,20,25.28,north\n')
  await expect(readGcps(path)).rejects.toThrow(/points\.csv: .*line 2.*field y.*"north"/)
  await writeFile(path, 'px,py,x,y\n10,20,25.28,54\n')
  await expect(readGcps(path, { crs: 'EPSG:1' })).rejects.toThrow(/unknownCrs.*EPSG:1/)
})
