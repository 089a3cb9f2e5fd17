import { describe, expect, it } from 'vitest'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { projectionOf } from '../reference-systems/projection.ts'
import { type MapPlane, mapPlaneOf } from './map-plane.ts'
import { boundsOf, interpolatedMiddle, type Place, type PlaneLattice, rowsOf } from './plane-lattice.ts'

async function planeOf(text: string): Promise<MapPlane> {
  const found = await mapPlaneOf(text)
  if (!found.ok || !found.plane) throw new Error(`no plane: ${text}`)
  return found.plane
}

const WIDTH = 4000
const HEIGHT = 3000

/** A scan drawn in a projection, north up: points at the given places, so many units of the plane a pixel. */
function sheetOf(plane: MapPlane, places: readonly Place[]) {
  const projection = projectionOf(plane.system)!
  const drawn = places.map((lonLat) => projection.fromLonLat(lonLat))
  const over = (axis: 0 | 1) => drawn.map((place) => place[axis])
  const [west, east, north] = [Math.min(...over(0)), Math.max(...over(0)), Math.max(...over(1))]
  const unit = (east - west) / WIDTH
  const image = ([x, y]: Place): Place => [(x - west) / unit, (north - y) / unit]
  const gcps = Float64Array.from(
    places.flatMap((lonLat) => [...image(projection.fromLonLat(lonLat)), ...mapPointOf(...lonLat)]),
  )
  return { sheet: { gcps, width: WIDTH, height: HEIGHT }, image, unit }
}

function grid(lons: readonly number[], lats: readonly number[]): Place[] {
  return lons.flatMap((lon) => lats.map((lat): Place => [lon, lat]))
}

/** How far the middles of a lattice's cells lie beside the projection's own, px of the scan; those that lie nowhere left out. */
function misses(plane: MapPlane, lattice: PlaneLattice, unit: number): { worst: number; known: number } {
  const projection = projectionOf(plane.system)!
  let [worst, known] = [0, 0]
  for (let row = 0; row + 1 < rowsOf(lattice); row++)
    for (let column = 0; column + 1 < lattice.columns; column++) {
      const [x, y] = interpolatedMiddle(lattice, column, row)
      if (!Number.isFinite(x)) continue
      known += 1
      const lon = ((lattice.originX + (column + 0.5) * lattice.step) / WORLD_HALF_METRES) * 180
      const northing = (lattice.originY - (row + 0.5) * lattice.step) / (WORLD_HALF_METRES / Math.PI)
      const exact = projection.fromLonLat([lon, (Math.atan(Math.sinh(northing)) * 180) / Math.PI])
      worst = Math.max(worst, Math.hypot(x - exact[0], y - exact[1]) / unit)
    }
  return { worst, known: known / ((rowsOf(lattice) - 1) * (lattice.columns - 1)) }
}

const BALTIC = grid([20, 23, 26], [53, 55, 57])
const EUROPE = grid([-10, 0, 10, 20, 30, 40], [35, 45, 55, 65])
const WORLD = grid([-175, -120, -60, 0, 60, 120, 175], [-70, -30, 0, 30, 70])

describe('the way into the plane of a map’s projection', () => {
  it.each([
    ['EPSG:3346', BALTIC],
    ['EPSG:4326', BALTIC],
    ['+proj=bonne +lat_1=45 +lon_0=20 +R=6371000', EUROPE],
    ['+proj=eqdc +lat_1=40 +lat_2=60 +lon_0=24 +ellps=bessel', EUROPE],
    ['+proj=laea +lat_0=52 +lon_0=10 +ellps=GRS80', EUROPE],
    ['+proj=bonne +lat_1=50', EUROPE],
    ['+proj=sinu +lon_0=0 +R=6371000', WORLD],
    ['+proj=moll +lon_0=0 +R=6371000', WORLD],
    ['+proj=sinu +lon_0=24 +R=6371000', WORLD],
    ['+proj=stere +lat_0=90 +lon_0=0 +R=6371000', grid([-180, -120, -60, 0, 60, 120], [60, 70, 80])],
  ])('%s is off by less than a hundredth of a pixel', async (text, places) => {
    const plane = await planeOf(text)
    const { sheet, unit } = sheetOf(plane, places)
    const { worst, known } = misses(plane, plane.lattice(sheet), unit)
    expect(worst).toBeLessThan(0.0101)
    expect(known).toBeGreaterThan(0.5)
  })

  it('reaches beyond the scan on every side, and ends where the world does', async () => {
    const plane = await planeOf('EPSG:3346')
    const { sheet } = sheetOf(plane, BALTIC)
    const [west, south, east, north] = boundsOf(plane.lattice(sheet))
    const [left, top] = mapPointOf(18, 58)
    const [right, bottom] = mapPointOf(28, 52)
    expect(west < left && east > right && south < bottom && north > top).toBe(true)
    const world = await planeOf('EPSG:4326')
    const whole = boundsOf(world.lattice(sheetOf(world, WORLD).sheet))
    expect([whole[0], whole[2]]).toEqual([-WORLD_HALF_METRES, WORLD_HALF_METRES])
  })

  it.each(['EPSG:3832', 'EPSG:4326', '+proj=laea +lat_0=62 +lon_0=175 +R=6371000'])(
    '%s: goes on beyond the date line where the paper does',
    async (text) => {
      const plane = await planeOf(text)
      // The scan is twice as broad as the part of it that has points.
      const { sheet } = sheetOf(plane, grid([165, 170, 175], [58, 62, 66]))
      const lattice = plane.lattice({ ...sheet, width: 2 * WIDTH })
      expect(boundsOf(lattice)[2]).toBeGreaterThan(mapPointOf(190, 0)[0])
      const known = rowsOf(lattice) * lattice.columns
      const { places } = lattice
      expect([...places].filter(Number.isNaN).length / 2 / known).toBeLessThan(0.1)
      const west = sheet.gcps.map((value, at) =>
        at % 4 === 0 ? 2 * WIDTH - value : at % 4 === 2 ? -value : value,
      )
      expect(boundsOf(plane.lattice({ ...sheet, width: 2 * WIDTH, gcps: west }))[0]).toBeLessThan(
        -WORLD_HALF_METRES,
      )
    },
  )

  it('is taken again while the sheet stays where it was', async () => {
    const plane = await planeOf('EPSG:3346')
    const { sheet } = sheetOf(plane, BALTIC)
    const first = plane.lattice(sheet)
    const moved = { ...sheet, gcps: sheet.gcps.map((value, at) => value + (at % 4 === 2 ? 2000 : 0)) }
    expect(plane.lattice(moved, first)).toBe(first)
    const elsewhere = { ...sheet, gcps: sheet.gcps.map((value, at) => value + (at % 4 === 2 ? 3e6 : 0)) }
    expect(plane.lattice(elsewhere, first)).not.toBe(first)
  })

  it('leads nowhere where the projection does', async () => {
    const plane = await planeOf('+proj=gnom +lat_0=90 +lon_0=0 +R=6371000')
    const { sheet } = sheetOf(plane, grid([-150, -60, 30, 120], [50, 65, 80]))
    const southern = { ...sheet, gcps: Float64Array.from([...sheet.gcps, 10, 10, ...mapPointOf(10, -40)]) }
    expect([...plane.lattice(southern).places].some(Number.isNaN)).toBe(true)
  })

  it('is none for the plane that maps are fitted in anyway, whatever it is called', async () => {
    for (const text of ['EPSG:3857', 'EPSG:900913', 'urn:ogc:def:crs:EPSG::3857'])
      expect(await mapPlaneOf(text)).toEqual({ ok: true, plane: null })
  })

  it.each(['EPSG:999999', 'Bonne', '+proj=nonsense', '+proj=bonne +lat_1=0', '', '+proj=ortho +lat_0=50'])(
    'refuses what cannot be computed: %s',
    async (text) => {
      expect((await mapPlaneOf(text)).ok).toBe(false)
    },
  )
})
