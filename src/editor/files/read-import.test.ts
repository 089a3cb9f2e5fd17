import { expect, it } from 'vitest'
import { countOutside, readImport } from './read-import.ts'

const SCAN = { width: 800, height: 600 }
const noRegistry = () => Promise.resolve(undefined)

it('previews a file before anything changes, counting points outside the scan', async () => {
  const file = new Blob(['px,py,lon,lat,enabled\n10,20,25,54,1\n900,20,25.5,54.5,0\n'])
  const preview = await readImport(file, SCAN, noRegistry)
  if (preview.kind !== 'read') throw new Error(preview.error.code)
  expect(preview.format).toBe('csv')
  expect(preview.projected.points).toHaveLength(2)
  expect(countOutside(preview.projected, SCAN)).toBe(1)
})

it('says what is wrong with a file, and where', async () => {
  expect(await readImport(new Blob(['px,py,x,y\n1,2,3,four']), SCAN, noRegistry)).toEqual({
    kind: 'failed',
    error: { code: 'notANumber', line: 2, field: 'y', value: 'four' },
  })
})

it('reads the same numbers anew when the user names another coordinate system', async () => {
  const file = new Blob(['px,py,x,y\n1,2,600000,200000\n'])
  const swiss = () =>
    Promise.resolve(
      '+proj=somerc +lat_0=46.95240555 +lon_0=7.43958333 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346',
    )
  const guessed = await readImport(file, SCAN, swiss)
  const named = await readImport(file, SCAN, swiss, 'EPSG:21781')
  if (guessed.kind !== 'read' || named.kind !== 'read') throw new Error('expected points')
  expect(guessed.projected).toMatchObject({ crs: 'EPSG:3857', guessed: true })
  expect(named.projected.crs).toBe('EPSG:21781')
  expect(named.projected.points[0]?.map[0]).toBeCloseTo(828_049, -2)
})

it('calls a file unreadable when the registry of coordinate systems cannot be loaded', async () => {
  const offline = () => Promise.reject(new Error('offline'))
  const preview = await readImport(new Blob(['px,py,x,y\n1,2,3,4\n']), SCAN, offline, 'EPSG:2154')
  expect(preview).toEqual({ kind: 'failed', error: { code: 'unreadable' } })
})
