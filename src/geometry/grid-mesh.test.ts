import { describe, expect, it } from 'vitest'
import { gridMesh } from './grid-mesh.ts'

const RASTER = {
  grid: { originX: 1000, originY: 9000, pixelSize: 2 },
  width: 2000,
  height: 1500,
  tileSize: 512,
  levels: [
    { width: 2000, height: 1500 },
    { width: 1000, height: 750 },
    { width: 500, height: 375 },
  ],
}
const ALL = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 }

/** Largest distance, px, between a corner's pixel and the one that the grid gives for its position. */
function cornerError(mesh: NonNullable<ReturnType<typeof gridMesh>>): number {
  let worst = 0
  for (let vertex = 0; vertex < mesh.ij.length / 2; vertex++) {
    const x = mesh.origin[0] + (mesh.ij[2 * vertex] ?? NaN) * mesh.step
    const y = mesh.origin[1] + (mesh.ij[2 * vertex + 1] ?? NaN) * mesh.step
    const column = (x - RASTER.grid.originX) / RASTER.grid.pixelSize
    const row = (RASTER.grid.originY - y) / RASTER.grid.pixelSize
    worst = Math.max(
      worst,
      Math.hypot(column - (mesh.imagePx[2 * vertex] ?? NaN), row - (mesh.imagePx[2 * vertex + 1] ?? NaN)),
    )
  }
  return worst
}

describe('the mesh of a georeferenced raster', () => {
  it('gives every corner its pixel', () => {
    const mesh = gridMesh(RASTER, { minX: 1333.3, minY: 7012.7, maxX: 2222.2, maxY: 8444.4 }, 3)
    expect(mesh && cornerError(mesh)).toBeLessThan(1e-3)
  })

  it('draws just the tiles that the view shows, of the level that the screen asks for', () => {
    const near = gridMesh(RASTER, { minX: 1000, minY: 8000, maxX: 2000, maxY: 9000 }, 2)
    expect(near && Array.from(near.batches)).toEqual([0, 0, 0, 0, 6])
    const far = gridMesh(RASTER, ALL, 8)
    expect(far && Array.from(far.batches)).toEqual([2, 0, 0, 0, 6])
    const middle = gridMesh(RASTER, ALL, 4)
    expect(middle?.batches.length).toBe(5 * 4)
  })

  it('is nothing where the view shows nothing of it', () => {
    expect(gridMesh(RASTER, { minX: 6000, minY: 0, maxX: 7000, maxY: 9000 }, 2)).toBeNull()
  })
})
