import type {
  ExpressionSpecification,
  FeatureIdentifier,
  Map as MapLibreMap,
  VectorTileSource,
} from 'maplibre-gl'
import { MAP_COLOURS } from '../marks/mark-palette.ts'
import type { BasePaneProps, OutlineGroup, OutlineTiles } from '../pane-props.ts'
import { addGroupImages, groupImage } from './group-images.ts'
import { groupOf } from './outline-groups.ts'
import { OUTLINE_GROUND, OUTLINES } from './own-layers.ts'

const SOURCE = OUTLINES
const ALL = 'outlines'
const LIT = 'outlines-lit'
const GROUPS = 'outline-groups'
/** A press so far beside a group's disc still counts. */
const FINGER_PX = 8
const LAYERS = [OUTLINE_GROUND, ALL, LIT, GROUPS]

const isSelected: ExpressionSpecification = ['boolean', ['feature-state', 'selected'], false]
const isHovered: ExpressionSpecification = ['boolean', ['feature-state', 'hovered'], false]

/** Outlines of a base pane that come as vector tiles. */
export interface OutlineTileView {
  /** After any change of the props, and of what is hovered. */
  update(hoveredId: string | null): void
  /** Ids of the maps whose outline holds a place of the pane (CSS px), smallest area first. */
  at(css: readonly [number, number]): string[]
  /** The maps that are shown as a number at a place of the pane (CSS px). */
  groupAt(css: readonly [number, number]): OutlineGroup | null
  /** Whether there are layers that the overlays can lie beneath. */
  isDrawn(): boolean
}

export function createOutlineTiles(map: MapLibreMap, props: () => BasePaneProps): OutlineTileView {
  let isStyleReady = false
  let tiles: OutlineTiles | null = null
  let lit: { readonly selected: string | null; readonly hovered: string | null } = NONE_LIT

  addGroupImages(map)
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
    for (const layer of [ALL, LIT, GROUPS])
      if (map.getLayoutProperty(layer, 'visibility') !== visibility)
        map.setLayoutProperty(layer, 'visibility', visibility)
    if (map.getPaintProperty(ALL, 'line-color') !== colours.ultramarine) {
      map.setPaintProperty(ALL, 'line-color', colours.ultramarine)
      map.setPaintProperty(LIT, 'line-color', litColour(colours.gold, colours.vermilion))
      map.setLayoutProperty(GROUPS, 'icon-image', groupImage(theme))
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

  function add({ url, layer, groupLayer, maxZoom }: OutlineTiles) {
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
    map.addLayer({
      id: GROUPS,
      type: 'symbol',
      source: SOURCE,
      'source-layer': groupLayer,
      layout: { 'icon-image': groupImage(props().theme), 'icon-allow-overlap': true },
    })
  }

  function remove() {
    for (const layer of LAYERS) if (map.getLayer(layer)) map.removeLayer(layer)
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
    groupAt([x, y]) {
      if (!map.getLayer(GROUPS)) return null
      const around = [
        [x - FINGER_PX, y - FINGER_PX],
        [x + FINGER_PX, y + FINGER_PX],
      ] as [[number, number], [number, number]]
      const [feature] = map.queryRenderedFeatures(around, { layers: [GROUPS] })
      return feature ? groupOf(feature.properties) : null
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
