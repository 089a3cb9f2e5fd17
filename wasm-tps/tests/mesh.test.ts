import { describe, expect, it } from 'vitest'
import { loadKernel } from './load-kernel.ts'
import { exampleSheet, largestDifference, randomFrom } from './numbers.ts'

const { WarpModel } = await loadKernel()
const [WIDTH, HEIGHT, TILE, LEVELS] = [3300, 2600, 512, 4]

function wholeMap(gcps: Float64Array, kind: 'TPS' | 'Affine' = 'TPS', maxError = 0.25, maxLeaves = 50_000) {
  const model = new WarpModel(kind, gcps)
  const footprint = model.footprint(WIDTH, HEIGHT)
  const [minX, minY, maxX, maxY] = footprint.bbox() as unknown as [number, number, number, number]
  const metresPerPixel = (maxX - minX) / 1500
  const mesh = model.viewMesh(
    footprint,
    minX,
    minY,
    maxX,
    maxY,
    metresPerPixel,
    TILE,
    LEVELS,
    maxError,
    maxLeaves,
  )
  return { model, footprint, mesh, metresPerPixel, bounds: [minX, minY, maxX, maxY] as const }
}

type Mesh = ReturnType<typeof wholeMap>['mesh']

const positionsOf = (mesh: Mesh) =>
  Float64Array.from(mesh.ij(), (units, k) => (k % 2 === 0 ? mesh.originX : mesh.originY) + units * mesh.step)

/** Calls back with each triangle's vertices and its batch. */
function eachTriangle(
  mesh: Mesh,
  visit: (vertices: number[], batch: { level: number; tx: number; ty: number }) => void,
) {
  const [index, batches] = [mesh.index(), mesh.batches()]
  for (let b = 0; b < batches.length; b += 5) {
    const [level, tx, ty, first, count] = batches.subarray(b, b + 5)
    for (let k = first!; k < first! + count!; k += 3)
      visit([...index.subarray(k, k + 3)], { level: level!, tx: tx!, ty: ty! })
  }
}

describe('the mesh of a view', () => {
  it('carries at every vertex the image point of its position', () => {
    const { model, mesh } = wholeMap(exampleSheet(80, 1, 30))
    // 0.05 px allowed, and a float's 0.0002.
    expect(largestDifference(mesh.imagePx(), model.mapToImage(positionsOf(mesh)))).toBeLessThan(0.051)
  })

  it.each([
    [30, 1],
    [200, 20],
    [343, 60],
  ])('keeps the error it promises anywhere in its triangles (%i points, noise %i)', (count, noise) => {
    const { model, mesh, metresPerPixel } = wholeMap(exampleSheet(count, 7, noise))
    expect(mesh.errorPx).toBeLessThanOrEqual(0.25)
    const positions = positionsOf(mesh)
    const image = mesh.imagePx()
    const random = randomFrom(5)
    const [places, interpolated]: [number[], number[]] = [[], []]
    eachTriangle(mesh, ([a, b, c]) => {
      if (random() > 0.1) return
      const [u, v] = [random(), random()]
      const weights = u + v > 1 ? [1 - u, 1 - v, u + v - 1] : [u, v, 1 - u - v]
      for (const side of [0, 1]) {
        const mix = (values: ArrayLike<number>) =>
          [a!, b!, c!].reduce((sum, vertex, k) => sum + weights[k]! * values[2 * vertex + side]!, 0)
        places.push(mix(positions))
        interpolated.push(mix(image))
      }
    })
    const exact = model.mapToImage(new Float64Array(places))
    // Screen px: image px over the scale of the view, some 2.2 here. Between the middles it may be somewhat larger.
    const imagePerScreen =
      metresPerPixel *
      Math.sqrt(Math.abs(determinant(model.jacobians(new Float64Array([positions[0]!, positions[1]!])))))
    const errors = Array.from(
      { length: exact.length / 2 },
      (_, k) =>
        Math.hypot(exact[2 * k]! - interpolated[2 * k]!, exact[2 * k + 1]! - interpolated[2 * k + 1]!) /
        imagePerScreen,
    )
    expect(errors.length).toBeGreaterThan(50)
    expect(Math.max(...errors)).toBeLessThan(0.5)
  })

  it('puts a cell into the batch of every tile that its image touches, and indexes only its vertices', () => {
    const { mesh } = wholeMap(exampleSheet(60, 4, 10))
    const image = mesh.imagePx()
    const seen = new Map<string, Set<string>>()
    eachTriangle(mesh, (vertices, { level, tx, ty }) => {
      expect(Math.max(...vertices)).toBeLessThan(mesh.vertexCount)
      const key = vertices.join()
      const tiles = seen.get(key) ?? new Set()
      seen.set(key, tiles.add(`${level}/${tx}/${ty}`))
    })
    eachTriangle(mesh, (vertices, { level }) => {
      const size = TILE * 2 ** level
      for (const vertex of vertices) {
        const [x, y] = [image[2 * vertex]!, image[2 * vertex + 1]!]
        if (x < 0 || y < 0 || x >= (WIDTH >> level) << level || y >= (HEIGHT >> level) << level) continue
        expect(seen.get(vertices.join())).toContain(
          `${level}/${Math.floor(x / size)}/${Math.floor(y / size)}`,
        )
      }
    })
  })

  it('covers the footprint: every place of the map lies in a triangle', () => {
    const { model, footprint, mesh, bounds } = wholeMap(exampleSheet(60, 4, 10))
    const random = randomFrom(9)
    const places = Float64Array.from(
      { length: 400 },
      (_, k) => bounds[k % 2]! + random() * (bounds[2 + (k % 2)]! - bounds[k % 2]!),
    )
    const belongs = footprint.contains(model, places)
    const positions = positionsOf(mesh)
    const covered = new Uint8Array(200)
    eachTriangle(mesh, (vertices) => {
      const xs = vertices.map((v) => positions[2 * v]!)
      const ys = vertices.map((v) => positions[2 * v + 1]!)
      const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
      for (let k = 0; k < 200; k++) {
        const [x, y] = [places[2 * k]!, places[2 * k + 1]!]
        if (x >= left && x <= right && y >= low && y <= high) covered[k] = 1
      }
    })
    for (let k = 0; k < 200; k++) if (belongs[k] === 1) expect(covered[k]).toBe(1)
  })

  it('takes coarser levels where the view shrinks the scan, never more leaves than allowed', () => {
    const gcps = exampleSheet(60)
    const model = new WarpModel('TPS', gcps)
    const footprint = model.footprint(WIDTH, HEIGHT)
    const [minX, minY, maxX, maxY] = footprint.bbox() as unknown as [number, number, number, number]
    const levelsAt = (screenWidth: number) => {
      const mesh = model.viewMesh(
        footprint,
        minX,
        minY,
        maxX,
        maxY,
        (maxX - minX) / screenWidth,
        TILE,
        LEVELS,
        0.25,
        9000,
      )
      return new Set([...mesh.batches()].filter((_, k) => k % 5 === 0))
    }
    expect([...levelsAt(3300)]).toEqual([0])
    expect([...levelsAt(800)]).toEqual([2])
    expect([...levelsAt(100)]).toEqual([3])
    const rough = wholeMap(exampleSheet(343, 5, 200), 'TPS', 0.05, 3000)
    expect(rough.mesh.leafCount).toBeLessThanOrEqual(3000)
    expect(rough.mesh.errorPx).toBeGreaterThan(0.05)
  })

  it('is empty beside the map', () => {
    const { model, footprint } = wholeMap(exampleSheet(20))
    const mesh = model.viewMesh(footprint, 0, 0, 1000, 1000, 1, TILE, LEVELS, 0.25, 1000)
    expect([mesh.leafCount, mesh.vertexCount, mesh.index().length, mesh.batches().length]).toEqual([
      0, 0, 0, 0,
    ])
  })

  it('has a coarse form for the whole footprint', () => {
    const { model, footprint } = wholeMap(exampleSheet(60))
    const coarse = model.coarseMesh(footprint, TILE, LEVELS, 32)
    expect(coarse.leafCount).toBeGreaterThan(16)
    expect(coarse.leafCount).toBeLessThanOrEqual(1024)
  })
})

describe('drags', () => {
  it.each(['TPS', 'Affine'] as const)('%s: moving an image point equals fitting anew', (kind) => {
    const gcps = exampleSheet(100, 3, 5)
    const { model, mesh } = wholeMap(gcps, kind)
    const drag = model.startValueDrag(40, mesh)
    const [imageX, imageY] = [gcps[160]! + 37, gcps[161]! - 21]
    drag.moveTo(mesh, gcps[160]! + 500, gcps[161]!)
    drag.moveToWithBatches(mesh, imageX, imageY)
    const moved = model.withPoint(40, imageX, imageY, gcps[162]!, gcps[163]!)
    expect(largestDifference(mesh.imagePx(), moved.mapToImage(positionsOf(mesh)))).toBeLessThan(0.055)
  })

  it.each(['Helmert', 'Projective'] as const)('%s: the same, by refitting', (kind) => {
    const gcps = exampleSheet(30, 3, 5)
    const model = new WarpModel(kind, gcps)
    const footprint = model.footprint(WIDTH, HEIGHT)
    const mesh = model.coarseMesh(footprint, TILE, LEVELS, 20)
    const drag = model.startValueDrag(7, mesh)
    drag.moveTo(mesh, gcps[28]! + 90, gcps[29]!)
    const moved = model.withPoint(7, gcps[28]! + 90, gcps[29]!, gcps[30]!, gcps[31]!)
    expect(largestDifference(mesh.imagePx(), moved.mapToImage(positionsOf(mesh)))).toBeLessThan(0.055)
  })

  it('moving a map point keeps the leaves and their places', () => {
    const gcps = exampleSheet(100, 3, 5)
    const { model, mesh } = wholeMap(gcps)
    const [ij, leaves] = [mesh.ij(), mesh.leafCount]
    const moved = model.withPoint(40, gcps[160]!, gcps[161]!, gcps[162]! + 2000, gcps[163]! - 1500)
    moved.updateViewMesh(mesh)
    expect([mesh.ij(), mesh.leafCount]).toEqual([ij, leaves])
    expect(largestDifference(mesh.imagePx(), moved.mapToImage(positionsOf(mesh)))).toBeLessThan(0.051)
  })

  it('names what cannot be dragged', () => {
    const { model, mesh } = wholeMap(exampleSheet(10))
    expect(() => model.startValueDrag(10, mesh)).toThrow(expect.objectContaining({ code: 'badArgument' }))
  })
})

const determinant = ([a, b, c, d]: Float64Array) => a! * d! - b! * c!
