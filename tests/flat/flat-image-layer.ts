import type { Device } from '@luma.gl/core'
import type { TileAddress } from '../../workers/raster/raster-api.ts'
import type { Pyramid } from '../../workers/raster/raster-client.ts'
import type { WarpMesh } from '../../workers/warp/warp-api.ts'
import { TileTextures } from '../../src/map/warped-image/tile-textures.ts'
import type { WarpedImageLayerProps } from '../../src/map/warped-image/warped-image-layer.ts'

/** Textures that hold nothing: what is loaded is counted, and no pixel is looked at. */
const NO_DEVICE = {
  createTexture: () => ({ copyExternalImage: () => undefined, destroy: () => undefined }),
} as unknown as Device

/** Stands in for `WarpedImageLayer`: the props of one overlay in one frame. */
class FlatImageLayer {
  readonly props: WarpedImageLayerProps & { readonly id: string }

  constructor(props: WarpedImageLayerProps & { readonly id: string }) {
    this.props = props
  }
}

export { FlatImageLayer as WarpedImageLayer }

/** What would be drawn of an overlay. */
export interface FlatImage {
  readonly props: FlatImageLayer['props']
  /** At least a coarse picture of it. */
  readonly canDraw: boolean
}

/** Loads the tiles of the overlays as their layers do, and tells as they do how far they have come. */
export interface FlatImages {
  /** The layers of a frame, as `OverlayMeshes.layers` gives them. */
  show(layers: readonly unknown[]): void
  shown(): readonly FlatImage[]
  close(): void
}

interface Image {
  layer: FlatImageLayer
  tiles: TileTextures
  canDraw: boolean
}

/** @param onChange - tiles have come: draw again */
export function createFlatImages(onChange: () => void): FlatImages {
  const images = new Map<string, Image>()

  function tilesOf({ raster, memoryShare }: WarpedImageLayerProps, id: string) {
    const onError = (error: Parameters<WarpedImageLayerProps['onTileError']>[0]) =>
      images.get(id)?.layer.props.onTileError(error)
    return new TileTextures(NO_DEVICE, raster, onChange, onError, memoryShare)
  }

  function update(layer: FlatImageLayer) {
    const { props } = layer
    const image = images.get(props.id)
    if (!image) {
      const created = { layer, tiles: tilesOf(props, props.id), canDraw: false }
      images.set(props.id, created)
      return load(created)
    }
    const before = image.layer.props
    image.layer = layer
    if (before.raster.id !== props.raster.id) {
      image.tiles.close()
      image.tiles = tilesOf(props, props.id)
    }
    if (before.attempt !== props.attempt) image.tiles.retry()
    load(image)
  }

  function load(image: Image) {
    const { layer, tiles } = image
    const { props } = layer
    tiles.want(wantedTiles(props))
    if (tiles.upload()) onChange()
    const { raster, mesh, coarse, imageOpacity } = props
    const standIn = { level: raster.levels.length - 1, x: 0, y: 0 }
    image.canDraw = imageOpacity === 0 || ((mesh ?? coarse) !== null && tiles.find(standIn) !== null)
    props.onProgress({ pending: tiles.pending, canDraw: image.canDraw, trouble: tiles.trouble })
  }

  function close(id: string, { layer, tiles }: Image) {
    images.delete(id)
    layer.props.onProgress({ pending: 0, canDraw: false, trouble: null })
    tiles.close()
  }

  return {
    show(layers) {
      const flat = layers.map((layer) => {
        if (layer instanceof FlatImageLayer) return layer
        throw new Error('a layer of a map library was made in a flat pane')
      })
      const ids = new Set(flat.map(({ props }) => props.id))
      for (const [id, image] of images) if (!ids.has(id)) close(id, image)
      for (const layer of flat) update(layer)
    },
    shown: () => [...images.values()].map(({ layer, canDraw }) => ({ props: layer.props, canDraw })),
    close() {
      for (const [id, image] of images) close(id, image)
    },
  }
}

/** The coarsest tile stands in for all others, as in `WarpedImageLayer`. */
function wantedTiles({
  raster,
  mesh,
  coarse,
  imageOpacity,
  isLeaving,
}: WarpedImageLayerProps): TileAddress[] {
  if (imageOpacity === 0 || isLeaving) return []
  return [coarsestOf(raster), ...tilesOfMesh(mesh ?? coarse)].filter(
    ({ level, x, y }, at, all) =>
      all.findIndex((other) => other.level === level && other.x === x && other.y === y) === at,
  )
}

const coarsestOf = ({ levels }: Pyramid): TileAddress => ({ level: levels.length - 1, x: 0, y: 0 })

function tilesOfMesh(mesh: WarpMesh | null): TileAddress[] {
  const batches = mesh?.batches ?? new Int32Array()
  return Array.from({ length: Math.floor(batches.length / 5) }, (_, at) => {
    const [level = 0, x = 0, y = 0] = batches.subarray(5 * at, 5 * at + 3)
    return { level, x, y }
  })
}
