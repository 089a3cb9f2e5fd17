import type {
  ExpressionSpecification,
  FeatureIdentifier,
  Map as MapLibreMap,
  VectorTileSource,
} from 'maplibre-gl'
import { MAP_COLOURS } from '../marks/mark-palette.ts'
import type { BasePaneProps, OutlineTiles } from '../pane-props.ts'
import { OUTLINE_GROUND, OUTLINES } from './own-layers.ts'

const SOURCE = OUTLINES
const ALL = 'outlines'
const LIT = 'outlines-lit'

const isSelected: ExpressionSpecification = ['boolean', ['feature-state', 'selected'], false]
const isHovered: ExpressionSpecification = ['boolean', ['feature-state', 'hovered'], false]

/** Outlines of a base pane that come as vector tiles. */
export interface OutlineTileView {
  /** After any change of the props, and of what is hovered. */
  update(hoveredId: string | null): void
  /** Ids of the maps whose outline holds a place of the pane (CSS px), smallest area first. */
  at(css: readonly [number, number]): string[]
  /** Whether there are layers that the overlays can lie beneath. */
  isDrawn(): boolean
}

export function createOutlineTiles(map: MapLibreMap, props: () => BasePaneProps): OutlineTileView {
  let isStyleReady = false
  let tiles: OutlineTiles | null = null
  let lit: { readonly selected: string | null; readonly hovered: string | null } = NONE_LIT

  map.on('style.load', () => {
    isStyleReady = true
    tiles = null
    lit = NONE_LIT
    update(lastHovered)
  })
  let lastHovered: string | null = null

  function update(hoveredId: string | null) {
    lastHovered = hoveredId
    if (!isStyleReady) return
    const { outlineTiles = null, theme, outlinesVisible = true, selectedOutlineId = null } = props()
    showTiles(outlineTiles)
    if (!outlineTiles) return
    const colours = MAP_COLOURS[theme]
    const visibility = outlinesVisible ? 'visible' : 'none'
    for (const layer of [ALL, LIT])
      if (map.getLayoutProperty(layer, 'visibility') !== visibility)
        map.setLayoutProperty(layer, 'visibility', visibility)
    if (map.getPaintProperty(ALL, 'line-color') !== colours.ultramarine) {
      map.setPaintProperty(ALL, 'line-color', colours.ultramarine)
      map.setPaintProperty(LIT, 'line-color', litColour(colours.gold, colours.vermilion))
    }
    light({ selected: selectedOutlineId, hovered: hoveredId })
  }

  function showTiles(next: OutlineTiles | null) {
    if (next === tiles) return
    const before = tiles
    tiles = next
    const source = map.getSource<VectorTileSource>(SOURCE)
    if (!next) return remove()
    if (!source) return add(next)
    if (before?.url !== next.url) source.setTiles([next.url])
    else map.refreshTiles(SOURCE)
  }

  function add({ url, layer, maxZoom }: OutlineTiles) {
    const of = { source: SOURCE, 'source-layer': layer } as const
    map.addSource(SOURCE, {
      type: 'vector',
      tiles: [url],
      maxzoom: maxZoom,
      promoteId: 'id',
    })
    map.addLayer({ id: OUTLINE_GROUND, type: 'fill', ...of, paint: { 'fill-opacity': 0 } })
    const round = { 'line-join': 'round', 'line-cap': 'round' } as const
    map.addLayer({ id: ALL, type: 'line', ...of, layout: round, paint: { 'line-width': 1.25 } })
    map.addLayer({
      id: LIT,
      type: 'line',
      ...of,
      layout: round,
      paint: { 'line-width': ['case', isSelected, 4, isHovered, 3, 0] },
    })
  }

  function remove() {
    for (const layer of [OUTLINE_GROUND, ALL, LIT]) if (map.getLayer(layer)) map.removeLayer(layer)
    if (map.getSource(SOURCE)) map.removeSource(SOURCE)
    lit = NONE_LIT
  }

  function light(next: typeof lit) {
    const feature = (id: string): FeatureIdentifier => ({
      source: SOURCE,
      sourceLayer: tiles?.layer ?? '',
      id,
    })
    for (const state of ['selected', 'hovered'] as const) {
      const [before, after] = [lit[state], next[state]]
      if (before === after) continue
      if (before !== null) map.setFeatureState(feature(before), { [state]: false })
      if (after !== null) map.setFeatureState(feature(after), { [state]: true })
    }
    lit = next
  }

  return {
    update,
    isDrawn: () => map.getLayer(OUTLINE_GROUND) !== undefined,
    at([x, y]) {
      if (!map.getLayer(OUTLINE_GROUND)) return []
      const areas = new Map<string, number>()
      for (const { properties } of map.queryRenderedFeatures([x, y], { layers: [OUTLINE_GROUND] }))
        areas.set(String(properties['id']), Number(properties['area']))
      return [...areas].toSorted(([, a], [, b]) => a - b).map(([id]) => id)
    },
  }
}

const NONE_LIT = { selected: null, hovered: null }

const litColour = (selected: string, hovered: string): ExpressionSpecification => [
  'case',
  isSelected,
  selected,
  hovered,
]
