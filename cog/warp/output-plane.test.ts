import { describe, expect, it } from 'vitest'
import type { MapPoint } from '../../contract/control-points.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { outputSystemOf } from '../../gcp-files/reference-systems/output-system.ts'
import type { ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import { RasterError } from '../raster-error.ts'
import { boundsIn, outputPlane, outputLattice } from './output-plane.ts'
import type { Outline } from './fit-model.ts'
import { boundsAround } from './warp-grid.ts'

async function systemOf(code: number): Promise<ReferenceSystem> {
  const found = await outputSystemOf(`EPSG:${code}`)
  if (!found.ok) throw new Error(found.fault)
  return found.system
}

/** A sheet between meridians and parallels; beyond 180° they run on. */
const sheet = (west: number, south: number, east: number, north: number): Outline => [
  [
    mapPointOf(west, south),
    mapPointOf(east, south),
    mapPointOf(east, north),
    mapPointOf(west, north),
  ] satisfies MapPoint[],
]

const LITHUANIA = sheet(21, 54, 26.5, 56.3)

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof RasterError) return error.code
    throw error
  }
  return 'accepted'
}

describe('the plane of a reference system', () => {
  it.each([
    ['one of the country', 3346, LITHUANIA],
    ['UTM', 32634, LITHUANIA],
    ['an equal-area one of the continent', 3035, LITHUANIA],
    ['longitude and latitude', 4326, LITHUANIA],
    ['a polar one', 3995, sheet(-30, 68, 60, 83)],
  ])('leads there and back: %s', async (_, code, outline) => {
    const plane = outputPlane(await systemOf(code), outline)
    for (const point of outline[0] ?? []) {
      const back = plane.toMap(...plane.fromMap(point))
      expect(Math.hypot(back[0] - point[0], back[1] - point[1])).toBeLessThan(0.01)
    }
  })

  it.each([
    ['EPSG:4326', 4326, [177, -19.5, 183, -15.5]],
    ['Fiji’s own', 3460, undefined],
    ['UTM 60 S', 32760, undefined],
  ] as const)('runs on across the date line as the sheet does: %s', async (_, code, degrees) => {
    const outline = sheet(177, -19.5, 183, -15.5)
    const plane = outputPlane(await systemOf(code), outline)
    const [west, south, east, north] = boundsIn(plane, outline)
    if (degrees)
      for (const [side, value] of [west, south, east, north].entries())
        expect(value).toBeCloseTo(degrees[side] ?? NaN, 7)
    // Six degrees of longitude, not 354.
    expect((east - west) / (north - south)).toBeLessThan(2)
    for (const point of outline[0] ?? []) {
      const back = plane.toMap(...plane.fromMap(point))
      expect(Math.hypot(back[0] - point[0], back[1] - point[1])).toBeLessThan(0.01)
    }
  })

  it.each([
    ['a sheet of another country', 2056, LITHUANIA, 'outsideSystem'],
    ['a sheet of another hemisphere', 32734, LITHUANIA, 'outsideSystem'],
    ['a sheet of the whole world', 3346, sheet(-170, -70, 170, 75), 'outsideSystem'],
  ])('refuses %s', async (_, code, outline, refused) => {
    const system = await systemOf(code)
    expect(refusal(() => outputPlane(system, outline))).toBe(refused)
  })

  it('refuses a system of which nobody says how exactly it lies to WGS 84', async () => {
    const system = await systemOf(3346)
    const [operation] = system.operations
    if (!operation) throw new Error('no operation')
    const vague = { ...system, operations: [{ ...operation, accuracyMetres: null }] }
    expect(refusal(() => outputPlane(vague, LITHUANIA))).toBe('inexactSystem')
    expect(refusal(() => outputPlane({ ...system, operations: [] }, LITHUANIA))).toBe('inexactSystem')
  })
})

describe('the lattice over a plane', () => {
  const gridIn = ([west, south, east, north]: ReturnType<typeof boundsIn>, columns: number) => {
    const pixelSize = (east - west) / columns
    const height = Math.ceil((north - south) / pixelSize)
    return { originX: west, originY: north, pixelSize, width: columns, height, loweredBy: 1 }
  }

  it.each([
    ['a sheet', 3346, LITHUANIA, 8000],
    ['a sheet of very many pixels', 3346, LITHUANIA, 100_000],
    ['a small map of a continent', 3035, sheet(-20, 34, 44, 72), 700],
    ['a small polar map', 3995, sheet(-30, 68, 60, 84), 500],
    ['the world', 4326, sheet(-180, -80, 180, 84), 900],
    ['the world by another cylinder', 3395, sheet(-180, -79, 180, 83), 900],
    ['the world from 20° W round', 4326, sheet(-20, -60, 340, 75), 900],
  ])('has few nodes, and lies right between them: %s', async (_, code, outline, columns) => {
    const system = await systemOf(code)
    const plane = outputPlane(system, outline)
    const grid = gridIn(boundsIn(plane, outline), columns)
    const { originX, originY, step, map, ...lattice } = outputLattice(
      plane,
      grid,
      boundsAround(outline),
      system,
    )
    expect(map.length / 2).toBeLessThan(60_000)
    // The nodes reach beyond the pixels on every side.
    expect(originX).toBeLessThan(grid.originX - step)
    expect(originY).toBeGreaterThan(grid.originY + step)
    expect(originX + lattice.columns * step).toBeGreaterThan(grid.originX + grid.width * grid.pixelSize)
    const rows = map.length / 2 / lattice.columns
    expect(originY - rows * step).toBeLessThan(grid.originY - grid.height * grid.pixelSize)
  })

  it('is refused where the way breaks off within what is shown', async () => {
    const system = await systemOf(4326)
    const plane = outputPlane(system, LITHUANIA)
    const torn = {
      ...plane,
      toMap: (x: number, y: number): MapPoint => plane.toMap(x < 24 ? x : x + 0.1, y),
    }
    const grid = gridIn(boundsIn(plane, LITHUANIA), 2000)
    expect(refusal(() => outputLattice(torn, grid, boundsAround(LITHUANIA), system))).toBe('outsideSystem')
  })
})
