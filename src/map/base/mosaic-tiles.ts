import type { Map as MapLibreMap, RasterTileSource } from 'maplibre-gl'
import type { BasePaneProps, Mosaic } from '../pane-props.ts'
import { MOSAIC, OUTLINE_GROUND } from './own-layers.ts'

/** Side of a tile at one pixel of the screen for each of its own, CSS px. */
const TILE_PX = 256

/** Many maps as one picture, of which the server sends tiles. */
export interface MosaicTiles {
  /** After any change of the props. */
  update(): void
}

export function createMosaicTiles(map: MapLibreMap, props: () => BasePaneProps): MosaicTiles {
  let isStyleReady = false
  let shown: Mosaic | null = null
  map.on('style.load', () => {
    isStyleReady = true
    shown = null
    update()
  })

  function update() {
    if (!isStyleReady) return
    const { mosaic = null, mosaicOpacity = 1 } = props()
    show(mosaic)
    if (mosaic && map.getPaintProperty(MOSAIC, 'raster-opacity') !== mosaicOpacity)
      map.setPaintProperty(MOSAIC, 'raster-opacity', mosaicOpacity)
  }

  function show(next: Mosaic | null) {
    if (next === shown) return
    const before = shown
    shown = next
    const source = map.getSource<RasterTileSource>(MOSAIC)
    if (!next) {
      if (map.getLayer(MOSAIC)) map.removeLayer(MOSAIC)
      if (source) map.removeSource(MOSAIC)
    } else if (!source) add(next)
    else if (before?.url !== next.url) source.setTiles([next.url])
    else map.refreshTiles(MOSAIC)
  }

  function add({ url }: Mosaic) {
    map.addSource(MOSAIC, { type: 'raster', tiles: [url], tileSize: TILE_PX })
    map.addLayer({ id: MOSAIC, type: 'raster', source: MOSAIC }, lowestOfOurs())
  }

  /** The overlays, which are no part of the style, and the outlines lie above it. */
  const lowestOfOurs = () =>
    map.getLayersOrder().find((id) => id === OUTLINE_GROUND || map.getLayer(id)?.type === 'custom')

  return { update }
}
