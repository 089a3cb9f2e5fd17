import { Layer } from '@deck.gl/core'
import type { DefaultProps, UpdateParameters } from '@deck.gl/core'
import type { Texture } from '@luma.gl/core'
import type { Model } from '@luma.gl/engine'
import { mercatorToCommon, metresToCommon } from '../../geometry/mercator.ts'
import type { TileAddress } from '../../../workers/raster/raster-api.ts'
import type { Pyramid, RasterError } from '../../../workers/raster/raster-client.ts'
import type { WarpMesh, WarpView } from '../../../workers/warp/warp-api.ts'
import { lensUniform } from '../compare/lens.ts'
import type { Lens } from '../compare/lens.ts'
import type { OverlayLook } from '../pane-props.ts'
import { boxInMask } from './mask-edges.ts'
import type { Colour } from './paper-colour.ts'
import { createMeshModel } from './mesh-model.ts'
import type { MeshModel } from './mesh-model.ts'
import { TileTextures } from './tile-textures.ts'
import { MASK_ROW } from './warp-shader.ts'
import type { WarpUniforms } from './warp-shader.ts'

/** How far the tiles of a layer have come. */
export interface TileProgress {
  /** Number of tiles still to come. */
  readonly pending: number
  /** At least a coarse picture can be drawn everywhere. */
  readonly canDraw: boolean
  /** Why a tile could not be read; null: none failed. */
  readonly trouble: RasterError | null
}

export interface WarpedImageLayerProps {
  readonly raster: Pyramid
  /** The mesh of a view; null draws the coarse mesh alone. */
  readonly mesh: WarpMesh | null
  /** The view that `mesh` was made for: it is drawn there, the coarse mesh elsewhere, so that nothing is blended twice. */
  readonly meshView: WarpView | null
  readonly coarse: WarpMesh | null
  /** Edges by `maskEdges`; empty: no mask. */
  readonly mask: Float32Array
  /** 0 to 1. */
  readonly imageOpacity: number
  /** The part of the pane that it is drawn in. */
  readonly lens: Lens
  /** Null: as it was scanned. */
  readonly look: OverlayLook | null
  /** Loads its tiles but draws nothing yet. */
  readonly isUnseen: boolean
  /** Draws what it has and asks for nothing more: its file may be closed already. */
  readonly isLeaving: boolean
  /** Part of the memory for textures that it may use, read when its raster comes. */
  readonly memoryShare: number
  /** Another number asks at once again for tiles that could not be read. */
  readonly attempt: number
  readonly onProgress: (progress: TileProgress) => void
  readonly onTileError: (error: RasterError) => void
}

/** Whole grid of a mesh. */
const WHOLE_GRID = [-1, -1, 65_536, 65_536] as const
const NO_MASK = new Float32Array()

const defaultProps: DefaultProps<WarpedImageLayerProps> = {
  raster: { type: 'object', value: null as unknown as Pyramid, compare: false },
  mesh: { type: 'object', value: null, compare: false, optional: true },
  meshView: { type: 'object', value: null, compare: false, optional: true },
  coarse: { type: 'object', value: null, compare: false, optional: true },
  mask: { type: 'object', value: NO_MASK, compare: false },
  imageOpacity: { type: 'number', value: 1, min: 0, max: 1 },
  lens: { type: 'object', value: null, compare: false, optional: true },
  look: { type: 'object', value: null, compare: false, optional: true },
  isUnseen: false,
  isLeaving: false,
  memoryShare: 1,
  attempt: 0,
  onProgress: { type: 'function', value: () => undefined },
  onTileError: { type: 'function', value: () => undefined },
}

interface LayerMeshes {
  tiles: TileTextures
  fine: MeshModel
  beneath: MeshModel
  maskTexture: Texture
  /** Null until it is known. */
  paper: Colour | null
  /** Gives up the reading of the paper's colour; null while nobody has asked for it. */
  paperReading: AbortController | null
  nextFrame: number
  [key: string]: unknown
}

/**
 * Draws a raster over a mesh in map space whose vertices carry image points: a scan through its warp, or a published
 * file. Positions are exact to the zoom's last px because origin and grid stay apart (see the vertex shader); a vertex
 * never moves, so cells cannot crack however they bend.
 *
 * Decision: docs/decisions/2026-11-22-own-layer-for-rasters.md
 */
export class WarpedImageLayer extends Layer<WarpedImageLayerProps> {
  static override layerName = 'WarpedImageLayer'
  static override defaultProps = defaultProps

  declare state: LayerMeshes

  /** The buffers are our own: deck.gl has no attributes to manage. */
  protected override _getAttributeManager() {
    return null
  }

  override getModels(): Model[] {
    return this.state?.fine ? [this.state.fine.model, this.state.beneath.model] : []
  }

  override initializeState() {
    const { device } = this.context
    this.setState({
      tiles: this.#openTiles(),
      fine: createMeshModel(device, `${this.id}-fine`),
      beneath: createMeshModel(device, `${this.id}-beneath`),
      maskTexture: this.#createMask(),
      paper: null,
      paperReading: null,
      nextFrame: 0,
    })
  }

  override updateState({ props, oldProps }: UpdateParameters<this>) {
    if (oldProps.raster && props.raster.id !== oldProps.raster.id) {
      this.state.tiles.close()
      this.state.tiles = this.#openTiles()
      this.#forgetPaper()
    }
    if (oldProps.raster && props.attempt !== oldProps.attempt) this.state.tiles.retry()
    if (props.look && !this.state.paperReading) void this.#readPaper()
    if (oldProps.mask && props.mask !== oldProps.mask) {
      this.state.maskTexture.destroy()
      this.state.maskTexture = this.#createMask()
    }
    if (props.mesh) this.state.fine.write(props.mesh)
    if (props.coarse) this.state.beneath.write(props.coarse)
    this.state.tiles.want(this.#wantedTiles())
    this.#tellProgress()
  }

  override finalizeState() {
    cancelAnimationFrame(this.state.nextFrame)
    this.#forgetPaper()
    // What was still to come never will: nobody is to wait for it.
    this.props.onProgress({ pending: 0, canDraw: false, trouble: null })
    this.state.tiles.close()
    this.state.fine.destroy()
    this.state.beneath.destroy()
    this.state.maskTexture.destroy()
  }

  override draw() {
    const { coarse, mesh, meshView } = this.props
    // What comes too much for one frame is uploaded in the next.
    if (this.state.tiles.upload()) this.state.nextFrame = requestAnimationFrame(() => this.setNeedsRedraw())
    const view = mesh ? meshView : null
    if (coarse)
      this.#drawMesh(this.state.beneath, coarse, view ? gridBox(coarse, view) : WHOLE_GRID, view !== null)
    if (mesh) this.#drawMesh(this.state.fine, mesh, view ? gridBox(mesh, view) : WHOLE_GRID, false)
    this.#tellProgress()
  }

  #tellProgress() {
    const { raster, mesh, coarse, imageOpacity, onProgress } = this.props
    const { tiles } = this.state
    const standIn = { level: raster.levels.length - 1, x: 0, y: 0 }
    const canDraw = imageOpacity === 0 || ((mesh ?? coarse) !== null && tiles.find(standIn) !== null)
    onProgress({ pending: tiles.pending, canDraw, trouble: tiles.trouble })
  }

  #drawMesh({ model }: MeshModel, mesh: WarpMesh, clip: readonly number[], keepOutside: boolean) {
    const { raster, mask, imageOpacity, isUnseen, lens, look } = this.props
    if (imageOpacity === 0 || isUnseen) return
    const common = {
      origin: originOf(mesh),
      clip,
      within: [...lensUniform(lens, this.context.viewport.height, devicePixelRatio), keepOutside ? 1 : 0],
      ...lookUniforms(look, this.state.paper),
    }
    const stepCommon = metresToCommon(mesh.step)
    forEachBatch(mesh, (tile, first, count) => {
      const found = this.state.tiles.find(tile)
      const box = imageBoxOf(raster, tile)
      const masked = boxInMask(mask, box)
      if (!found?.texture || masked === 'outside') return
      const scale = 2 ** -found.tile.level
      const uniforms: WarpUniforms = {
        ...common,
        tile: box,
        source: [found.tile.x * raster.tileSize, found.tile.y * raster.tileSize, found.width, found.height],
        scales: [stepCommon, scale, imageOpacity, masked === 'cut' ? mask.length / 4 : 0],
        tileTexture: found.texture,
        maskTexture: this.state.maskTexture,
      }
      model.shaderInputs.setProps({ warp: uniforms })
      model.setVertexCount(count)
      model.setDrawOffsets({ firstVertex: first * Uint32Array.BYTES_PER_ELEMENT, firstIndex: first })
      model.draw(this.context.renderPass)
    })
  }

  /** The coarsest tiles first: they stand in for all others. */
  #wantedTiles(): TileAddress[] {
    const { raster, mesh, coarse, imageOpacity, isLeaving } = this.props
    if (imageOpacity === 0 || isLeaving) return []
    const wanted = new Map<string, TileAddress>()
    const want = (tile: TileAddress) => wanted.set(`${tile.level}/${tile.x}/${tile.y}`, tile)
    want({ level: raster.levels.length - 1, x: 0, y: 0 })
    if (mesh) forEachBatch(mesh, want)
    else if (coarse) forEachBatch(coarse, want)
    return [...wanted.values()]
  }

  #openTiles(): TileTextures {
    const redraw = () => {
      this.getCurrentLayer()?.setNeedsRedraw()
    }
    const { raster, memoryShare } = this.props
    return new TileTextures(
      this.context.device,
      raster,
      redraw,
      (error) => (this.getCurrentLayer() as this | null)?.props.onTileError(error),
      memoryShare,
    )
  }

  async #readPaper() {
    const { raster } = this.props
    const reading = new AbortController()
    this.state.paperReading = reading
    try {
      const { readPaperColour } = await import('./paper-colour.ts')
      const paper = await readPaperColour(raster, reading.signal)
      if (reading.signal.aborted) return
      this.state.paper = paper
      this.getCurrentLayer()?.setNeedsRedraw()
    } catch {
      // Its tiles cannot be read either, which is told; the next change of the look asks again.
      if (this.state.paperReading === reading) this.state.paperReading = null
    }
  }

  #forgetPaper() {
    this.state.paperReading?.abort()
    this.state.paperReading = null
    this.state.paper = null
  }

  #createMask(): Texture {
    const { mask } = this.props
    const rows = Math.max(1, Math.ceil(mask.length / 4 / MASK_ROW))
    const data = new Float32Array(rows * MASK_ROW * 4)
    data.set(mask)
    return this.context.device.createTexture({
      data,
      width: MASK_ROW,
      height: rows,
      format: 'rgba32float',
      mipLevels: 1,
      sampler: { minFilter: 'nearest', magFilter: 'nearest' },
    })
  }
}

/** As it was scanned while the paper's colour is unknown. */
function lookUniforms(look: OverlayLook | null, paper: Colour | null): Pick<WarpUniforms, 'paper' | 'ink'> {
  if (!look || !paper) return { paper: [0, 0, 0, 0], ink: [0, 0, 0, 0] }
  return { paper: [...paper, look.paper], ink: look.ink ? [...look.ink, 1] : [0, 0, 0, 0] }
}

function forEachBatch(mesh: WarpMesh, visit: (tile: TileAddress, first: number, count: number) => void) {
  const { batches } = mesh
  for (let at = 0; at + 4 < batches.length; at += 5) {
    const [level = 0, x = 0, y = 0, first = 0, count = 0] = batches.subarray(at, at + 5)
    visit({ level, x, y }, first, count)
  }
}

function originOf({ origin }: WarpMesh): number[] {
  const [x, y] = mercatorToCommon(origin[0], origin[1])
  const [highX, highY] = [Math.fround(x), Math.fround(y)]
  return [highX, highY, x - highX, y - highY]
}

function gridBox({ origin, step }: WarpMesh, { min, max }: WarpView): number[] {
  return [
    (min[0] - origin[0]) / step,
    (min[1] - origin[1]) / step,
    (max[0] - origin[0]) / step,
    (max[1] - origin[1]) / step,
  ]
}

/**
 * The part of the scan that a tile serves, px. Sizes of levels are floored: what is left over at the right and lower
 * edge belongs to the last tile.
 */
function imageBoxOf(raster: Pyramid, { level, x, y }: TileAddress): [number, number, number, number] {
  const side = raster.tileSize * 2 ** level
  const { width, height } = raster.levels[level] ?? { width: 1, height: 1 }
  const isLastX = (x + 1) * raster.tileSize >= width
  const isLastY = (y + 1) * raster.tileSize >= height
  return [
    x * side,
    y * side,
    isLastX ? raster.width : (x + 1) * side,
    isLastY ? raster.height : (y + 1) * side,
  ]
}
