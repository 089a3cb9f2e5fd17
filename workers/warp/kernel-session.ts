import type * as WasmKernel from '../../wasm-tps/pkg/wasm_tps.js'
import type { Footprint, ValueDrag, ViewMesh, WarpModel } from '../../wasm-tps/pkg/wasm_tps.js'
import type { MapPlane } from '../../gcp-files/map-plane/map-plane.ts'
import type { PlaneLattice } from '../../gcp-files/map-plane/plane-lattice.ts'
import { describeFit } from './describe-fit.ts'
import { kernelFailure } from './kernel-failure.ts'
import { movedPoint } from './moved-point.ts'
import type {
  Distortion,
  MeshAnswer,
  ScanPyramid,
  WarpAnswer,
  WarpFit,
  WarpRequest,
  WarpUpdate,
  WarpView,
} from './warp-api.ts'

/** The kernel's module. */
export type Kernel = Pick<typeof WasmKernel, 'WarpModel'>

/** Midpoint error of a view's mesh, screen px. */
const MAX_ERROR_PX = 0.25
const MAX_LEAVES = 40_000
/** Cells across the coarse mesh beneath. */
const COARSE_CELLS = 64

/** The worker's side of a warp session: its model and meshes. */
export interface KernelSession {
  /** Throws what the kernel throws for anything but a request that cannot be fitted. */
  update(update: WarpUpdate): WarpAnswer
  describe(): WarpFit | null
  /** The newest model, a running drag included. */
  model(): WarpModel | null
  /** The model that no drag has moved yet, and what it was made from. */
  atRest(): { readonly model: WarpModel; readonly request: WarpRequest } | null
  contains(map: Float64Array): Uint8Array | null
  distortion(columns: number): Distortion | null
  nextPointSuggestion(): Float64Array | null
}

/** A fit at rest: what a drag starts from. */
interface Rest {
  readonly request: WarpRequest
  readonly model: WarpModel
  readonly footprint: Footprint
}

interface OpenView {
  readonly view: WarpView
  readonly mesh: ViewMesh
}

/** What a drag moves over one mesh: evaluated once, then a frame is cheap. */
interface RunningDrag {
  readonly index: number
  readonly valueDrags: Map<ViewMesh, ValueDrag>
}

/**
 * @param planeOf the plane of a request's projection, which was loaded before; null where maps are fitted in it anyway
 */
export function openKernelSession(
  kernel: Kernel,
  planeOf: (projection: string) => MapPlane | null = () => null,
): KernelSession {
  const views = new Map<number, OpenView>()
  let rest: Rest | null = null
  let coarse: ViewMesh | null = null
  let drag: RunningDrag | null = null
  /** The model while a drag runs. */
  let moving: WarpModel | null = null
  let revision = 0
  /** The way into the plane that was fitted in last. */
  let way: { readonly plane: MapPlane; readonly lattice: PlaneLattice } | null = null

  function fittedModel({ type, projection, gcps, scan }: WarpRequest): WarpModel {
    const plane = projection === undefined ? null : planeOf(projection)
    if (!plane) return new kernel.WarpModel(type, gcps)
    const earlier = way?.plane === plane ? way.lattice : undefined
    const lattice = plane.lattice({ gcps, width: scan.width, height: scan.height }, earlier)
    way = { plane, lattice }
    const { originX, originY, step, columns, places } = lattice
    return kernel.WarpModel.inPlane(type, gcps, originX, originY, step, columns, places)
  }

  function endDrag() {
    for (const valueDrag of drag?.valueDrags.values() ?? []) valueDrag.free()
    drag = null
    moving?.free()
    moving = null
  }

  function forget() {
    endDrag()
    for (const { mesh } of views.values()) mesh.free()
    coarse?.free()
    rest?.model.free()
    rest?.footprint.free()
    coarse = rest = null
  }

  /** Fits anew and meshes every view. */
  function refit(request: WarpRequest, wanted: Map<number, WarpView>): WarpAnswer {
    forget()
    views.clear()
    const model = fittedModel(request)
    const { width, height, tileSize, levelCount } = request.scan
    const footprint = orFree(model, () => model.footprint(width, height))
    rest = { request, model, footprint }
    coarse = model.coarseMesh(footprint, tileSize, levelCount, COARSE_CELLS)
    revision += 1
    const meshes = [...wanted].map(([viewId, view]) => meshView(viewId, view))
    return { fitted: true, coarse: meshArrays(coarse, true), meshes }
  }

  function meshView(viewId: number, view: WarpView): MeshAnswer {
    if (!rest) throw new Error('a view was asked for without a model')
    views.get(viewId)?.mesh.free()
    const { tileSize, levelCount }: ScanPyramid = rest.request.scan
    const [minX, minY] = view.min
    const [maxX, maxY] = view.max
    const metres = view.metresPerScreenPixel
    const mesh = (moving ?? rest.model).viewMesh(
      rest.footprint,
      minX,
      minY,
      maxX,
      maxY,
      metres,
      tileSize,
      levelCount,
      MAX_ERROR_PX,
      MAX_LEAVES,
    )
    views.set(viewId, { view, mesh })
    return { viewId, ...meshArrays(mesh, true) }
  }

  /** A frame of a drag: the leaves stay. */
  function dragFrame(from: Rest, request: WarpRequest): WarpAnswer {
    const moved = movedPoint(from.request.gcps, request.gcps)
    const isSameKind = from.request.type === request.type && from.request.projection === request.projection
    if (!moved || !isSameKind) return manyMoved(request)
    const { index, imageX, imageY, mapX, mapY, onlyImage } = moved
    const next = from.model.withPoint(index, imageX, imageY, mapX, mapY)
    const running = onlyImage && drag?.index === index ? drag : null
    if (!running) endDrag()
    moving?.free()
    moving = next
    if (!onlyImage) return rewritten((mesh) => next.updateViewMesh(mesh))
    const current = running ?? { index, valueDrags: new Map<ViewMesh, ValueDrag>() }
    drag = current
    return rewritten((mesh) => {
      const valueDrag = current.valueDrags.get(mesh) ?? startValueDrag(from, index, mesh)
      current.valueDrags.set(mesh, valueDrag)
      valueDrag.moveToWithBatches(mesh, imageX, imageY)
    })
  }

  /** Cardinal functions are taken at the mesh's vertices as the model at rest maps them. */
  function startValueDrag(from: Rest, index: number, mesh: ViewMesh): ValueDrag {
    from.model.updateViewMesh(mesh)
    return from.model.startValueDrag(index, mesh)
  }

  function manyMoved(request: WarpRequest): WarpAnswer {
    const next = fittedModel(request)
    endDrag()
    moving = next
    return rewritten((mesh) => next.updateViewMesh(mesh))
  }

  function rewritten(rewrite: (mesh: ViewMesh) => void): WarpAnswer {
    for (const { mesh } of views.values()) rewrite(mesh)
    if (coarse) rewrite(coarse)
    return {
      ...(coarse ? { coarse: meshArrays(coarse, false) } : {}),
      meshes: [...views].map(([viewId, { mesh }]) => ({ viewId, ...meshArrays(mesh, false) })),
    }
  }

  function closeView(viewId: number) {
    const open = views.get(viewId)
    if (!open) return
    drag?.valueDrags.get(open.mesh)?.free()
    drag?.valueDrags.delete(open.mesh)
    open.mesh.free()
    views.delete(viewId)
  }

  function fitOrDrag(request: WarpRequest, wanted: Map<number, WarpView>): WarpAnswer {
    const isFrame = request.dragging && rest !== null && sameScan(rest.request.scan, request.scan)
    try {
      return isFrame && rest ? dragFrame(rest, request) : refit(request, wanted)
    } catch (error) {
      const { failure, broken } = kernelFailure(error)
      if (broken) throw error
      if (!isFrame) forgetAll()
      return { meshes: [], failure }
    }
  }

  function forgetAll() {
    forget()
    views.clear()
  }

  /** Views wanted, whether or not there is a model to mesh them with. */
  const wanted = new Map<number, WarpView>()

  return {
    update({ request, views: changes }) {
      for (const { viewId, view } of changes) {
        if (view) wanted.set(viewId, view)
        else wanted.delete(viewId)
        if (!view) closeView(viewId)
      }
      if (request === null) forgetAll()
      const answer: WarpAnswer = request ? fitOrDrag(request, wanted) : { meshes: [] }
      if (!rest) return answer
      const stale = [...wanted].filter(([viewId, view]) => views.get(viewId)?.view !== view)
      for (const [viewId] of stale) closeView(viewId)
      const meshed = stale.map(([viewId, view]) => meshView(viewId, view))
      const staleIds = new Set(stale.map(([viewId]) => viewId))
      return { ...answer, meshes: [...answer.meshes.filter((mesh) => !staleIds.has(mesh.viewId)), ...meshed] }
    },
    describe: () => rest && describeFit(rest.model, rest.footprint, rest.request, revision),
    model: () => moving ?? rest?.model ?? null,
    atRest: () => rest,
    contains: (map) => rest && rest.footprint.contains(moving ?? rest.model, map),
    distortion(columns) {
      if (!rest) return null
      const { width, height } = rest.request.scan
      const grid = rest.model.distortion(width, height, columns)
      const distortion: Distortion = {
        columns: grid.cols,
        rows: grid.rows,
        mapPoints: grid.mapPoints(),
        log2AreaScale: grid.log2AreaScale(),
        angularDegrees: grid.angularDegrees(),
      }
      grid.free()
      return distortion
    },
    nextPointSuggestion() {
      if (!rest) return null
      const { width, height } = rest.request.scan
      return rest.model.nextPointSuggestion(width, height)
    },
  }
}

function meshArrays(mesh: ViewMesh, withLeaves: boolean): Omit<MeshAnswer, 'viewId'> {
  const arrays = { imagePx: mesh.imagePx(), index: mesh.index(), batches: mesh.batches() }
  if (!withLeaves) return arrays
  const { originX, originY, step, leafCount, errorPx } = mesh
  return { ...arrays, leaves: { origin: [originX, originY], step, ij: mesh.ij(), leafCount, errorPx } }
}

function sameScan(a: ScanPyramid, b: ScanPyramid): boolean {
  return (
    a.width === b.width && a.height === b.height && a.tileSize === b.tileSize && a.levelCount === b.levelCount
  )
}

function orFree<T>(model: WarpModel, work: () => T): T {
  try {
    return work()
  } catch (error) {
    model.free()
    throw error
  }
}
