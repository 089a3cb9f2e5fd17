import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import * as bindings from '../../wasm-tps/pkg/wasm_tps_bg.js'
import type { MeshAnswer, WarpRequest, WarpView } from './warp-api.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { projectionOf } from '../../gcp-files/reference-systems/projection.ts'
import { openKernelSession } from './kernel-session.ts'
import { openMapPlanes } from './map-planes.ts'
import type { Kernel } from './kernel-session.ts'
import { uncertaintyField } from './trust/uncertainty-field.ts'

/** The kernel as Node loads it: the package's own entry wants a bundler. */
async function loadKernel(): Promise<Kernel> {
  const bytes = readFileSync(new URL('../../wasm-tps/pkg/wasm_tps_bg.wasm', import.meta.url))
  const { instance } = await WebAssembly.instantiate(bytes, { './wasm_tps_bg.js': bindings })
  const { exports } = instance
  bindings.__wbg_set_wasm(exports)
  if (typeof exports['__wbindgen_start'] === 'function') exports['__wbindgen_start']()
  return bindings as unknown as Kernel
}

const SCAN = { width: 4000, height: 3000, tileSize: 512, levelCount: 4 }
const VIEW: WarpView = { min: [-2000, -32_000], max: [42_000, 2000], metresPerScreenPixel: 40 }

/** 35 points, 10 m a px, bent so that a mesh needs leaves. */
function points(): Float64Array {
  const gcps: number[] = []
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 7; column++) {
      const [x, y] = [200 + 600 * column, 200 + 650 * row]
      gcps.push(x + 25 * Math.sin(y / 400), y + 20 * Math.cos(x / 500), 10 * x, -10 * y)
    }
  }
  return Float64Array.from(gcps)
}

const request = (gcps: Float64Array, dragging = false): WarpRequest => ({
  type: 'TPS',
  gcps,
  scan: SCAN,
  dragging,
})

function moved(gcps: Float64Array, at: number, by: number): Float64Array {
  const copy = gcps.slice()
  copy[at] = (copy[at] ?? NaN) + by
  return copy
}

/** Largest distance between a mesh's image points and the model's own answer at its vertices, px. */
function meshError(
  mesh: MeshAnswer,
  leaves: NonNullable<MeshAnswer['leaves']>,
  image: (map: Float64Array) => Float64Array,
) {
  const map = Float64Array.from(
    leaves.ij,
    (unit, at) => leaves.origin[at % 2 === 0 ? 0 : 1] + unit * leaves.step,
  )
  const exact = image(map)
  return exact.reduce((worst, value, at) => Math.max(worst, Math.abs(value - (mesh.imagePx[at] ?? NaN))), 0)
}

let kernel: Kernel
beforeAll(async () => {
  kernel = await loadKernel()
})

/** A session with one view, fitted. */
function fitted() {
  const session = openKernelSession(kernel)
  const gcps = points()
  const first = session.update({ request: request(gcps), views: [{ viewId: 1, view: VIEW }] })
  const [mesh] = first.meshes
  if (!mesh?.leaves) throw new Error('no mesh')
  const image = (map: Float64Array) => session.model()?.mapToImage(map) ?? new Float64Array()
  return { session, gcps, first, mesh, leaves: mesh.leaves, image }
}

describe('a session in the worker', () => {
  it('answers a fit with meshes that carry the model, and describes it when asked', () => {
    const { session, first, mesh, leaves, image } = fitted()
    expect(first.fitted).toBe(true)
    expect(first.coarse?.leaves?.leafCount).toBeGreaterThan(10)
    expect(meshError(mesh, leaves, image)).toBeLessThan(0.06)
    const fit = session.describe()
    expect(fit?.pointCount).toBe(35)
    expect(fit?.accuracy.leaveOneOut).toHaveLength(70)
    expect(fit?.accuracy.leaveOneOutMetres.every((metres) => metres > 0)).toBe(true)
    expect(fit?.outline.ringEnds).toHaveLength(1)
    expect(fit?.warnings).toEqual([])
  })

  it('keeps the leaves while an image point is dragged, and follows the model of the moved point', () => {
    const { session, gcps, leaves, image } = fitted()
    for (const by of [3, 40, -25]) {
      const frame = session.update({ request: request(moved(gcps, 4 * 17, by), true), views: [] })
      const [mesh] = frame.meshes
      expect(frame.fitted).toBeUndefined()
      expect(mesh?.leaves).toBeUndefined()
      expect(mesh && meshError(mesh, leaves, image)).toBeLessThan(0.06)
    }
  })

  it('keeps the leaves while a map point is dragged, also right after an image point', () => {
    const { session, gcps, leaves, image } = fitted()
    for (const at of [4 * 17 + 2, 4 * 17, 4 * 17 + 3]) {
      const [mesh] = session.update({ request: request(moved(gcps, at, 30), true), views: [] }).meshes
      expect(mesh?.leaves).toBeUndefined()
      expect(mesh && meshError(mesh, leaves, image)).toBeLessThan(0.06)
    }
  })

  it('meshes a view that comes in the middle of a drag with the moved point', () => {
    const { session, gcps, image } = fitted()
    const dragged = request(moved(gcps, 4 * 17, 60), true)
    session.update({ request: dragged, views: [] })
    const nearer: WarpView = { ...VIEW, max: [20_000, 2000], metresPerScreenPixel: 20 }
    const [mesh] = session.update({ views: [{ viewId: 1, view: nearer }] }).meshes
    expect(mesh?.leaves && meshError(mesh, mesh.leaves, image)).toBeLessThan(0.06)
  })

  it('refines when the drag has ended', () => {
    const { session, gcps } = fitted()
    const end = moved(gcps, 4 * 17, 60)
    session.update({ request: request(end, true), views: [] })
    const answer = session.update({ request: request(end), views: [] })
    expect(answer.fitted).toBe(true)
    expect(answer.meshes[0]?.leaves).toBeDefined()
    expect(session.describe()?.revision).toBe(2)
  })

  it.each([
    ['Insufficient control points', 'insufficientControlPoints', Float64Array.of(0, 0, 0, 0, 9, 9, 90, 90)],
    [
      'Duplicate control points detected',
      'duplicateControlPoints',
      Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 90, -90),
    ],
    [
      'Collinear control points',
      'collinearControlPoints',
      Float64Array.of(0, 0, 0, 0, 10, 10, 100, -100, 20, 20, 200, -200, 30, 30, 300, -300),
    ],
  ])('tells "%s" as a failure and forgets the model', (message, code, gcps) => {
    const { session } = fitted()
    const answer = session.update({ request: request(gcps), views: [] })
    expect(answer.failure).toMatchObject({ code, message })
    expect(answer.meshes).toEqual([])
    expect(session.model()).toBeNull()
    expect(session.describe()).toBeNull()
  })

  it('keeps the model when a dragged point cannot be fitted, and fits again when it can', () => {
    const { session, gcps } = fitted()
    const onAnother = gcps.slice()
    onAnother.set(gcps.subarray(0, 2), 4 * 17)
    expect(session.update({ request: request(onAnother, true), views: [] }).failure?.code).toBe(
      'controlPointConflict',
    )
    expect(session.model()).not.toBeNull()
    expect(session.update({ request: request(gcps), views: [] }).fitted).toBe(true)
  })

  it('meshes views that were opened before there was a model, and none that were closed', () => {
    const session = openKernelSession(kernel)
    session.update({
      views: [
        { viewId: 1, view: VIEW },
        { viewId: 2, view: VIEW },
      ],
    })
    session.update({ views: [{ viewId: 2, view: null }] })
    const answer = session.update({ request: request(points()), views: [] })
    expect(answer.meshes.map(({ viewId }) => viewId)).toEqual([1])
  })

  it('tells how far off each place of the scan may be, and nothing by five points', () => {
    const { session } = fitted()
    const { model, request: asked } = session.atRest()!
    const field = uncertaintyField(model, asked, 16)!
    expect([field.columns, field.rows, field.radiusMetres.length]).toEqual([16, 12, 192])
    expect([...field.radiusMetres].every((radius) => radius > 0 && radius < 10_000)).toBe(true)
    // A corner of the scan lies beyond its points.
    expect(field.radiusMetres.at(-1)).toBeGreaterThan(field.radiusMetres[6 * 16 + 8]!)
    const few = Float64Array.from(
      [0, 6, 14, 20, 34].flatMap((at) => Array.from(points().slice(4 * at, 4 * at + 4))),
    )
    session.update({ request: request(few), views: [] })
    const five = session.atRest()!
    expect(uncertaintyField(five.model, five.request, 16)).toBeNull()
  })

  describe('of a map with a projection of its own', () => {
    const CONIC = '+proj=eqdc +lat_1=45 +lat_2=60 +lon_0=24 +R=6371000'

    /** Points of a map of half a continent, drawn in the projection without a flaw. */
    async function drawn() {
      const planes = openMapPlanes()
      expect(await planes.load(CONIC)).toBeNull()
      const projection = projectionOf(planes.of(CONIC)!.system)!
      const gcps: number[] = []
      for (let lat = 40; lat <= 65; lat += 5)
        for (let lon = 0; lon <= 50; lon += 10) {
          const [x, y] = projection.fromLonLat([lon, lat])
          gcps.push(2000 + x / 1000, 7800 - y / 1000, ...mapPointOf(lon, lat))
        }
      return { planes, gcps: Float64Array.from(gcps) }
    }
    const view: WarpView = { min: [-1e6, 4e6], max: [7e6, 11e6], metresPerScreenPixel: 10_000 }

    it('fits in its plane: an affine transformation misses nothing, and the mesh shows the model', async () => {
      const { planes, gcps } = await drawn()
      const session = openKernelSession(kernel, planes.of)
      const affine = { ...request(gcps), type: 'Affine' as const }
      session.update({ request: affine, views: [] })
      expect(session.describe()!.accuracy.rmsePx).toBeGreaterThan(20)
      const answer = session.update({
        request: { ...affine, projection: CONIC },
        views: [{ viewId: 1, view }],
      })
      const { accuracy, outline } = session.describe()!
      expect(accuracy.rmsePx).toBeLessThan(0.01)
      expect(accuracy.leaveOneOutRmsePx).toBeLessThan(0.01)
      expect(outline.ringEnds).toHaveLength(1)
      const [mesh] = answer.meshes
      const image = (map: Float64Array) => session.model()!.mapToImage(map)
      expect(mesh?.leaves && meshError(mesh, mesh.leaves, image)).toBeLessThan(0.06)
      const scan = Float64Array.of(100, 100, 3900, 100, 3900, 2900, 100, 2900, 2000, 1500)
      image(session.model()!.imageToMap(scan)).forEach((px, at) => expect(px).toBeCloseTo(scan[at]!, 5))
    })

    it('keeps its leaves while a point is dragged', async () => {
      const { planes, gcps } = await drawn()
      const session = openKernelSession(kernel, planes.of)
      const projected = (points: Float64Array, dragging: boolean) => ({
        ...request(points, dragging),
        projection: CONIC,
      })
      const first = session.update({ request: projected(gcps, false), views: [{ viewId: 1, view }] })
      const leaves = first.meshes[0]!.leaves!
      for (const [at, by] of [
        [4 * 17, 30],
        [4 * 17 + 2, 20_000],
      ] as const) {
        const [mesh] = session.update({ request: projected(moved(gcps, at, by), true), views: [] }).meshes
        expect(mesh?.leaves).toBeUndefined()
        expect(meshError(mesh!, leaves, (map) => session.model()!.mapToImage(map))).toBeLessThan(0.06)
      }
    })

    it('names the points that the projection leads nowhere', async () => {
      const planes = openMapPlanes()
      const gnomonic = '+proj=gnom +lat_0=90 +lon_0=0 +R=6371000'
      await planes.load(gnomonic)
      const session = openKernelSession(kernel, planes.of)
      const { gcps } = await drawn()
      const southern = Float64Array.from([...gcps, 9, 9, ...mapPointOf(10, -40)])
      const { failure } = session.update({
        request: { ...request(southern), projection: gnomonic },
        views: [],
      })
      expect(failure).toMatchObject({ code: 'controlPointOutsideProjection', indices: [36] })
    })

    it('is refused where its projection cannot be computed', async () => {
      expect(await openMapPlanes().load('+proj=nonsense')).toMatchObject({ code: 'projectionUnusable' })
    })
  })

  it('forgets everything when asked to', () => {
    const { session } = fitted()
    expect(session.update({ request: null, views: [] }).meshes).toEqual([])
    expect(session.model()).toBeNull()
    expect(session.atRest()).toBeNull()
    expect(session.distortion(8)).toBeNull()
    expect(session.contains(Float64Array.of(0, 0))).toBeNull()
  })
})
