import { expect, it } from 'vitest'
import { WORLD_METRES } from '../../../contract/worlds.ts'
import type { WarpMesh } from '../../../workers/warp/warp-api.ts'
import { boxOfGrid, boxOfMesh, layerId, meshMoved, viewMoved } from './overlay-worlds.ts'

const MESH: WarpMesh = {
  origin: [100, 200],
  step: 10,
  ij: Uint16Array.of(0, 0, 8, 0, 8, 4),
  imagePx: new Float32Array(6),
  index: Uint32Array.of(0, 1, 2),
  batches: new Int32Array(),
  leafCount: 1,
  errorPx: 0,
}

it('moves meshes and views by worlds, and keeps the identity of what is moved again', () => {
  expect(meshMoved(MESH, 0)).toBe(MESH)
  expect(meshMoved(null, WORLD_METRES)).toBeNull()
  const moved = meshMoved(MESH, WORLD_METRES)!
  expect(moved.origin).toEqual([100 + WORLD_METRES, 200])
  expect(moved.ij).toBe(MESH.ij)
  expect(meshMoved(MESH, WORLD_METRES)).toBe(moved)
  const view = { min: [0, 1], max: [2, 3], metresPerScreenPixel: 1 } as const
  expect(viewMoved(view, 5)).toEqual({ min: [5, 1], max: [7, 3], metresPerScreenPixel: 1 })
  expect([layerId('file-1', 0), layerId('file-1', -WORLD_METRES)]).toEqual(['file-1', 'file-1--1'])
})

it('tells the boxes of meshes and files', () => {
  expect(boxOfMesh(MESH)).toEqual({ minX: 100, minY: 200, maxX: 180, maxY: 240 })
  const size = { width: 10, height: 20 }
  expect(boxOfGrid(size, { originX: 0, originY: 100, pixelSize: 2 })).toEqual({
    minX: 0,
    minY: 60,
    maxX: 20,
    maxY: 100,
  })
})
