import type { Layer } from '@deck.gl/core'
import { eastingNearest, worldsMeeting } from '../../../contract/worlds.ts'
import { metresPerPixelAt } from '../../geometry/mercator.ts'
import { visibleBox } from '../../geometry/camera.ts'
import type { BaseCamera, MapBox, PaneSize } from '../../geometry/camera.ts'
import { gridMesh } from '../../geometry/grid-mesh.ts'
import type { Pyramid, RasterError } from '../../../workers/raster/raster-client.ts'
import type { WarpMesh, WarpView } from '../../../workers/warp/warp-api.ts'
import { oppositeLens, type Lens } from '../compare/lens.ts'
import type { FileOverlay, Overlay } from '../pane-props.ts'
import { MULTIPLIED, PREMULTIPLIED } from '../flat-drawing.ts'
import { maskEdges } from '../warped-image/mask-edges.ts'
import { WarpedImageLayer } from '../warped-image/warped-image-layer.ts'
import type { TileProgress, WarpedImageLayerProps } from '../warped-image/warped-image-layer.ts'
import { createHandover, type Part } from './overlay-handover.ts'
import { boxOfGrid, boxOfMesh, layerId, meshMoved, viewMoved } from './overlay-worlds.ts'

/** What the overlays tell their pane. */
export interface OverlayEvents {
  /** Draw again. */
  readonly onChange: () => void
  readonly onBusy: (reason: string, busy: boolean) => void
  readonly onError: (error: RasterError) => void
  /** Parts of a raster could not be read; null: all that are wanted can. */
  readonly onTrouble: (rasterId: number, error: RasterError | null) => void
}

/** How all overlays are drawn. */
export interface OverlayDrawing {
  /** 0 to 1, which the overlays' own multiply. */
  readonly opacity: number
  /** Of the first one that is compared. */
  readonly lens: Lens
  /** The layer of the base map's style that they lie beneath; undefined: above all of them. */
  readonly beforeId: string | undefined
  /** Of the memory for textures. */
  readonly memoryShare: number
  /** Another number asks at once again for what could not be read. */
  readonly attempt: number
}

/** Keeps a mesh for every overlay of a pane and gives the layers that draw them. */
export interface OverlayMeshes {
  /** @param ground - Lies beneath them all and is none of them. */
  setOverlays(overlays: readonly Overlay[], ground: FileOverlay | null): void
  /** The camera has moved, or stands still again (`isSettled`). */
  setCamera(camera: BaseCamera, size: PaneSize, isSettled: boolean): void
  layers(drawing: OverlayDrawing): Layer[]
  close(): void
}

/** A view's mesh reaches this share of the pane beyond each of its sides, so that a small pan needs no new one. */
const MARGIN = 0.25
/** A mesh that reaches this much beyond fills the pane, in the next frame of a pan as well. */
const SPARE = 0.1
/** A mesh is kept while moving until the scale is this far from its own. */
const SCALE_TOLERANCE = 1.25

interface Live {
  readonly overlay: Extract<Overlay, { kind: 'live' }>
  readonly mask: Float32Array
  readonly stop: () => void
  asked: WarpView | null
  /** The mesh drawn last filled the pane, so that nothing had to lie beneath. */
  filledPane: boolean
}

export function createOverlayMeshes(events: OverlayEvents): OverlayMeshes {
  const handover = createHandover()
  /** Of each file by the world that it is laid in. */
  const fileMeshes = new WeakMap<
    Pyramid,
    Map<number, { readonly view: WarpView; readonly mesh: WarpMesh | null }>
  >()
  /** What each layer of a raster has told last, where the raster is laid in several places. */
  const toldBy = new Map<number, Map<string, TileProgress>>()
  let live: Live[] = []
  let ground: FileOverlay | null = null
  let camera: { readonly camera: BaseCamera; readonly size: PaneSize } | null = null

  function open(overlay: Live['overlay']): Live {
    const { meshes, scan, mask = [] } = overlay
    const tellBusy = () => events.onBusy(`warp-${scan.id}`, meshes.read().isBusy)
    const unsubscribe = meshes.subscribe(() => {
      tellBusy()
      events.onChange()
    })
    tellBusy()
    const stop = () => {
      unsubscribe()
      meshes.onView(null)
      events.onBusy(`warp-${scan.id}`, false)
      events.onBusy(`tiles-${scan.id}`, false)
    }
    return { overlay, mask: maskEdges(mask), stop, asked: null, filledPane: false }
  }

  /** Opens what is drawn or soon will be, closes the rest. */
  function keepOpen() {
    const before = live
    live = handover
      .parts()
      .map(({ overlay }) => overlay)
      .filter((overlay) => overlay.kind === 'live')
      .map((overlay) => reopened(overlay, before))
    const kept = new Set(live.map(({ stop }) => stop))
    for (const { stop } of before) if (!kept.has(stop)) stop()
    for (const one of live) askFor(one, true)
    events.onBusy('handover', handover.isRunning())
  }

  /** An overlay that is laid on both sides of the date line is as far as both. */
  function onProgress(overlay: Overlay, rasterId: number, layerId: string, told: TileProgress) {
    const layers = toldBy.get(rasterId) ?? new Map<string, TileProgress>()
    toldBy.set(rasterId, layers)
    layers.delete(layerId)
    if (told.pending > 0 || told.canDraw || told.trouble || layers.size > 0) layers.set(layerId, told)
    const all = layers.size > 0 ? [...layers.values()] : [told]
    const progress: TileProgress = {
      pending: all.reduce((sum, { pending }) => sum + pending, 0),
      canDraw: all.some(({ canDraw }) => canDraw),
      trouble: all.find(({ trouble }) => trouble)?.trouble ?? null,
    }
    events.onBusy(`tiles-${rasterId}`, progress.pending > 0)
    events.onTrouble(rasterId, progress.trouble)
    // A file takes over when it is as sharp as what it replaces; a warp at once when it can, for it follows a drag.
    const canTakeOver = overlay.kind === 'live' ? progress.canDraw : progress.pending === 0
    if (!canTakeOver || !handover.ready(overlay)) return
    keepOpen()
    events.onChange()
  }

  /** An overlay whose warp is the same keeps what it has; a new mask changes nothing of the mesh. */
  function reopened(overlay: Live['overlay'], before: readonly Live[]): Live {
    const same = before.find((one) => isOf(one, overlay))
    if (!same) return open(overlay)
    if (same.overlay.mask === overlay.mask) return same
    return { ...same, overlay, mask: maskEdges(overlay.mask ?? []) }
  }

  function askFor(one: Live, isSettled: boolean) {
    if (!camera) return
    const world = worldOfLive(one, camera.camera)
    const wanted = viewMoved(viewOf(camera.camera, camera.size, MARGIN), -world)
    const needed = viewMoved(viewOf(camera.camera, camera.size, 0), -world)
    if (one.asked && !isSettled && serves(one.asked, needed)) return
    if (one.asked && isSettled && equal(one.asked, wanted)) return
    one.asked = wanted
    one.overlay.meshes.onView(wanted)
  }

  return {
    setOverlays(next, nextGround) {
      if (ground && ground.raster !== nextGround?.raster) events.onBusy(`tiles-${ground.raster.id}`, false)
      ground = nextGround
      if (handover.change(next)) keepOpen()
    },
    setCamera(next, size, isSettled) {
      camera = { camera: next, size }
      for (const one of live) {
        askFor(one, isSettled)
        if (one.filledPane !== fillsPane(one)) events.onChange()
      }
    },
    layers({ opacity, lens, beforeId, memoryShare, attempt }) {
      const parts = handover.parts()
      const staying = parts.filter(({ isLeaving }) => !isLeaving)
      const isSaid = staying.some(({ overlay }) => overlay.comparedAs)
      const lensOf = (part: Part): Lens => {
        const comparedAs = isSaid ? part.overlay.comparedAs : part === staying.at(-1) ? 'first' : undefined
        return comparedAs ? (comparedAs === 'first' ? lens : oppositeLens(lens)) : null
      }
      const beneathAll = ground
        ? fileLayer(ground, {
            imageOpacity: ground.opacity ?? 1,
            lens: null,
            isUnseen: false,
            isLeaving: false,
            beforeId,
            memoryShare,
            attempt,
          })
        : []
      const overlays = parts.flatMap((part) => {
        const { overlay, isUnseen, isLeaving } = part
        const own = lensOf(part)
        const drawing: Drawing = {
          imageOpacity: opacity * (overlay.opacity ?? 1),
          lens: own,
          isUnseen: isUnseen || own?.kind === 'nowhere',
          isLeaving,
          beforeId,
          memoryShare,
          attempt,
        }
        if (overlay.kind === 'file') return fileLayer(overlay, drawing)
        const one = live.find((candidate) => isOf(candidate, overlay))
        return one ? liveLayer(one, drawing) : []
      })
      return [...beneathAll, ...overlays]
    },
    close() {
      for (const one of live) one.stop()
      live = []
      handover.change([])
    },
  }

  function fillsPane(one: Live): boolean {
    const { view } = one.overlay.meshes.read()
    if (view === null || camera === null) return false
    const world = worldOfLive(one, camera.camera)
    return covers(view, viewMoved(viewOf(camera.camera, camera.size, SPARE), -world))
  }

  function liveLayer(one: Live, drawing: Drawing): Layer[] {
    const { overlay, mask } = one
    const { meshes, scan } = overlay
    const { mesh, view, coarse } = meshes.read()
    one.filledPane = fillsPane(one)
    const own = camera ? worldOfLive(one, camera.camera) : 0
    const layer = (world: number, parts: Pick<WarpedImageLayerProps, 'mesh' | 'meshView' | 'coarse'>) => {
      const id = layerId(`live-${scan.id}`, world - own)
      return new WarpedImageLayer({
        id,
        ...PREMULTIPLIED,
        raster: scan,
        ...parts,
        mask,
        ...drawing,
        onProgress: (progress) => onProgress(overlay, scan.id, id, progress),
        onTileError: events.onError,
      })
    }
    const seen = camera && coarse ? worldsSeen(boxOfMesh(coarse), camera.camera, camera.size) : []
    return [
      layer(own, {
        mesh: meshMoved(mesh, own),
        meshView: view && viewMoved(view, own),
        coarse: one.filledPane ? null : meshMoved(coarse, own),
      }),
      // The far edge of a map of the world, drawn by its coarse mesh.
      ...seen
        .filter((world) => world !== own)
        .map((world) => layer(world, { mesh: null, meshView: null, coarse: meshMoved(coarse, world) })),
    ]
  }

  /** A file's mesh is kept while it serves the view: a small pan needs no new one. */
  function fileMesh(
    raster: Pyramid,
    grid: Grid,
    world: number,
    at: BaseCamera,
    size: PaneSize,
  ): WarpMesh | null {
    const ofWorlds = fileMeshes.get(raster) ?? new Map<number, { view: WarpView; mesh: WarpMesh | null }>()
    fileMeshes.set(raster, ofWorlds)
    const known = ofWorlds.get(world)
    if (known && serves(known.view, viewOf(at, size, 0))) return known.mesh
    const view = viewOf(at, size, MARGIN)
    const own = viewMoved(view, -world)
    const mesh = meshMoved(gridMesh({ ...raster, grid }, boxOf(own), view.metresPerScreenPixel), world)
    ofWorlds.set(world, { view, mesh })
    return mesh
  }

  function fileLayer(overlay: FileOverlay, drawing: Drawing): Layer[] {
    const { raster } = overlay
    const { grid } = raster
    if (!camera || !grid) return []
    const { camera: at, size } = camera
    const worlds = worldsSeen(boxOfGrid(raster, grid), at, size)
    return (worlds.length > 0 ? worlds : [0]).map((world) => {
      const id = layerId(`file-${raster.id}`, world)
      return new WarpedImageLayer({
        id,
        ...(overlay.look?.isMultiplied ? MULTIPLIED : PREMULTIPLIED),
        look: overlay.look ?? null,
        raster,
        mesh: fileMesh(raster, grid, world, at, size),
        meshView: null,
        coarse: null,
        mask: NO_MASK,
        ...drawing,
        onProgress: (progress) => onProgress(overlay, raster.id, id, progress),
        onTileError: events.onError,
      })
    })
  }
}

type Drawing = Pick<
  WarpedImageLayerProps,
  'imageOpacity' | 'lens' | 'isUnseen' | 'isLeaving' | 'memoryShare' | 'attempt'
> & {
  readonly beforeId: string | undefined
}

const isOf = ({ overlay }: Live, { meshes, scan }: Live['overlay']) =>
  overlay.meshes === meshes && overlay.scan === scan

type Grid = NonNullable<Pyramid['grid']>

const NO_MASK = new Float32Array()

function viewOf(camera: BaseCamera, size: PaneSize, margin: number): WarpView {
  const { minX, minY, maxX, maxY } = visibleBox(camera, size)
  const [moreX, moreY] = [(maxX - minX) * margin, (maxY - minY) * margin]
  return {
    min: [minX - moreX, minY - moreY],
    max: [maxX + moreX, maxY + moreY],
    metresPerScreenPixel: metresPerPixelAt(camera.zoom) / devicePixelRatio,
  }
}

/** The worlds (metres east) in which a view, and what lies around it, meets a box. */
function worldsSeen(box: MapBox, camera: BaseCamera, size: PaneSize): number[] {
  return worldsMeeting(box, boxOf(viewOf(camera, size, MARGIN)))
}

/** Where a warp is looked at: in the world in which it lies nearest to the camera. */
function worldOfLive({ overlay }: Live, camera: BaseCamera): number {
  const { coarse } = overlay.meshes.read()
  if (!coarse) return 0
  const { minX, maxX } = boxOfMesh(coarse)
  const middle = (minX + maxX) / 2
  return eastingNearest(camera.centre[0], middle) - middle
}

const boxOf = ({ min, max }: WarpView): MapBox => ({ minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] })

function serves(mesh: WarpView, needed: WarpView): boolean {
  const ratio = mesh.metresPerScreenPixel / needed.metresPerScreenPixel
  return covers(mesh, needed) && ratio < SCALE_TOLERANCE && ratio > 1 / SCALE_TOLERANCE
}

function covers(mesh: WarpView, needed: WarpView): boolean {
  return (
    mesh.min[0] <= needed.min[0] &&
    mesh.min[1] <= needed.min[1] &&
    mesh.max[0] >= needed.max[0] &&
    mesh.max[1] >= needed.max[1]
  )
}

function equal(a: WarpView, b: WarpView): boolean {
  return (
    a.metresPerScreenPixel === b.metresPerScreenPixel &&
    a.min.every((value, at) => value === b.min[at]) &&
    a.max.every((value, at) => value === b.max[at])
  )
}
