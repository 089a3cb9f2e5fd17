import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { Language } from '../../../contract/constants.ts'
import { SEAT_FONT, TOWN_FONT, zoomed } from './base-map-layers.ts'
import { BASE_MAP_SOURCES } from './base-map-style.ts'

/**
 * How vector tiles of streets are drawn: the layers of Protomaps' base map, version 4
 * (https://docs.protomaps.com/basemaps/layers), in the colours of the embedded map. Fetched by an instance that has
 * such tiles, and by no other.
 */

interface Palette {
  readonly land: string
  readonly built: string
  readonly works: string
  readonly green: string
  readonly wood: string
  readonly sand: string
  readonly wet: string
  readonly water: string
  readonly shore: string
  readonly building: string
  readonly buildingEdge: string
  readonly highway: string
  readonly highwayEdge: string
  readonly major: string
  readonly minor: string
  readonly roadEdge: string
  readonly path: string
  readonly rail: string
  readonly border: string
  readonly ink: string
  readonly muted: string
  readonly waterName: string
}

const PALETTES: Record<'light' | 'dark', Palette> = {
  light: {
    land: '#FBF8F1',
    built: '#F4EEE1',
    works: '#EFEAE3',
    green: '#E3EACF',
    wood: '#D5E0BF',
    sand: '#F3E8CA',
    wet: '#DDE6DA',
    water: '#BDD1D4',
    shore: '#6F8F95',
    building: '#E9E0CE',
    buildingEdge: '#D2C5AB',
    highway: '#E8BC6A',
    highwayEdge: '#A97B33',
    major: '#F5E0AA',
    minor: '#FFFFFF',
    roadEdge: '#CFC3AC',
    path: '#A98A5C',
    rail: '#8B867C',
    border: '#9A8468',
    ink: '#1C2028',
    muted: '#4E5661',
    waterName: '#3F6870',
  },
  dark: {
    land: '#22262D',
    built: '#272B32',
    works: '#2A2B30',
    green: '#26302B',
    wood: '#24332A',
    sand: '#33302A',
    wet: '#253031',
    water: '#1B232A',
    shore: '#536B72',
    building: '#30343C',
    buildingEdge: '#40454F',
    highway: '#8E6E34',
    highwayEdge: '#15171C',
    major: '#6A5A3A',
    minor: '#4A4F59',
    roadEdge: '#1A1D22',
    path: '#8F7B57',
    rail: '#6A6F78',
    border: '#8C7A5E',
    ink: '#ECE8DF',
    muted: '#B4B8BF',
    waterName: '#8FB1BA',
  },
}

const SOURCE = BASE_MAP_SOURCES.online
const KIND: ExpressionSpecification = ['get', 'kind']
const kindIs = (...kinds: string[]): ExpressionSpecification => ['in', KIND, ['literal', kinds]]
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']

/** The layers of the streets, from the ground up; their ids begin with `street-`. */
export function streetLayers(theme: 'light' | 'dark', language: Language): LayerSpecification[] {
  const palette = PALETTES[theme]
  return [...ground(palette), ...roads(palette), ...names(palette, language)]
}

function area(
  id: string,
  sourceLayer: string,
  colour: ExpressionSpecification | string,
  more: { filter?: ExpressionSpecification; minzoom?: number; outline?: string } = {},
): LayerSpecification {
  const { filter, minzoom, outline } = more
  return {
    id: `street-${id}`,
    type: 'fill',
    source: SOURCE,
    'source-layer': sourceLayer,
    filter: filter ? ['all', isArea, filter] : isArea,
    ...(minzoom !== undefined && { minzoom }),
    paint: { 'fill-color': colour, ...(outline && { 'fill-outline-color': outline }) },
  }
}

function ground(palette: Palette): LayerSpecification[] {
  const covers: ExpressionSpecification = [
    'match',
    KIND,
    ['forest', 'wood'],
    palette.wood,
    ['park', 'grass', 'grassland', 'meadow', 'garden', 'golf_course', 'cemetery', 'village_green'],
    palette.green,
    [
      'nature_reserve',
      'national_park',
      'protected_area',
      'recreation_ground',
      'allotments',
      'orchard',
      'scrub',
    ],
    palette.green,
    ['residential', 'urban_area', 'commercial', 'retail', 'neighbourhood', 'pedestrian'],
    palette.built,
    ['industrial', 'railway', 'aerodrome', 'airfield', 'military', 'school', 'university', 'hospital'],
    palette.works,
    ['beach', 'sand', 'barren', 'quarry'],
    palette.sand,
    ['wetland', 'glacier'],
    palette.wet,
    palette.land,
  ]
  return [
    area('earth', 'earth', palette.land),
    area('landcover', 'landcover', covers),
    area('landuse', 'landuse', covers),
    area('water', 'water', palette.water),
    {
      id: 'street-rivers',
      type: 'line',
      source: SOURCE,
      'source-layer': 'water',
      filter: isLine,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.water,
        'line-width': [
          'interpolate',
          ['exponential', 1.4],
          ['zoom'],
          8,
          ['match', KIND, ['river', 'canal'], 0.8, 0.3],
          17,
          ['match', KIND, ['river', 'canal'], 9, 3],
        ],
      },
    },
    area('buildings', 'buildings', palette.building, {
      filter: kindIs('building', 'building_part'),
      minzoom: 14,
      outline: palette.buildingEdge,
    }),
  ]
}

/** Kinds of roads from the least to the greatest: greater ones lie above. Widths in CSS px at zooms 8, 13 and 18. */
const ROADS = [
  { id: 'minor', kinds: ['minor_road', 'other'], minzoom: 12, widths: [0.2, 1.6, 13] },
  { id: 'medium', kinds: ['medium_road'], minzoom: 10, widths: [0.4, 2.4, 16] },
  { id: 'major', kinds: ['major_road'], minzoom: 6, widths: [0.7, 3.4, 19] },
  { id: 'highway', kinds: ['highway'], minzoom: 4, widths: [1.2, 4.6, 22] },
] as const

function roads(palette: Palette): LayerSpecification[] {
  const colours = {
    minor: palette.minor,
    medium: palette.minor,
    major: palette.major,
    highway: palette.highway,
  }
  const line = (
    road: (typeof ROADS)[number],
    part: 'edge' | 'face',
    colour: string,
    wider: number,
  ): LayerSpecification => ({
    id: `street-${road.id}-${part}`,
    type: 'line',
    source: SOURCE,
    'source-layer': 'roads',
    minzoom: part === 'edge' ? Math.max(road.minzoom, 10) : road.minzoom,
    filter: ['all', isLine, kindIs(...road.kinds)],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': colour,
      'line-width': zoomed(
        [8, road.widths[0] + wider],
        [13, road.widths[1] + wider],
        [18, road.widths[2] + 2 * wider],
      ),
    },
  })
  return [
    thin('paths', palette.path, { filter: kindIs('path'), minzoom: 14, dashes: [2, 1.5], width: 1.4 }),
    ...ROADS.map((road) =>
      line(road, 'edge', road.id === 'highway' ? palette.highwayEdge : palette.roadEdge, 1.2),
    ),
    ...ROADS.map((road) => line(road, 'face', colours[road.id], 0)),
    thin('rails', palette.rail, { filter: kindIs('rail'), minzoom: 9, dashes: [5, 1], width: 1.3 }),
    thin('ferries', palette.shore, { filter: kindIs('ferry'), minzoom: 9, dashes: [4, 3], width: 1 }),
    {
      id: 'street-borders',
      type: 'line',
      source: SOURCE,
      'source-layer': 'boundaries',
      filter: ['all', isLine, kindIs('country')],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': zoomed([1, 0.4], [5, 0.9], [10, 1.8]),
        'line-dasharray': [6, 2, 1.5, 2],
      },
    },
  ]
}

function thin(
  id: string,
  colour: string,
  {
    filter,
    minzoom,
    dashes,
    width,
  }: {
    filter: ExpressionSpecification
    minzoom: number
    dashes: number[]
    width: number
  },
): LayerSpecification {
  return {
    id: `street-${id}`,
    type: 'line',
    source: SOURCE,
    'source-layer': 'roads',
    minzoom,
    filter: ['all', isLine, filter],
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': zoomed([minzoom, width / 2], [17, width * 1.6]),
      'line-dasharray': dashes,
    },
  }
}

function names(palette: Palette, language: Language): LayerSpecification[] {
  const name: ExpressionSpecification = ['coalesce', ['get', `name:${language}`], ['get', 'name']]
  const halo = { 'text-halo-color': palette.land, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 }
  const population: ExpressionSpecification = ['to-number', ['get', 'population'], 0]
  return [
    {
      id: 'street-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'roads',
      minzoom: 13,
      filter: ['all', isLine, kindIs('highway', 'major_road', 'medium_road', 'minor_road')],
      layout: {
        'text-field': name,
        'text-font': TOWN_FONT,
        'text-size': zoomed([13, 10.5], [18, 14]),
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-max-angle': 30,
        'text-padding': 4,
      },
      paint: { 'text-color': palette.muted, ...halo },
    },
    {
      id: 'street-water-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'water',
      filter: ['any', isPoint, ['all', isLine, kindIs('river', 'canal')]],
      minzoom: 6,
      layout: {
        'text-field': name,
        'text-font': TOWN_FONT,
        'text-size': zoomed([8, 10.5], [16, 13.5]),
        'text-letter-spacing': 0.06,
        'text-max-width': 8,
      },
      paint: { 'text-color': palette.waterName, ...halo },
    },
    {
      id: 'street-places',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      filter: kindIs('locality', 'neighbourhood', 'macrohood'),
      layout: {
        'text-field': name,
        'text-font': ['case', ['>=', population, 50_000], ['literal', SEAT_FONT], ['literal', TOWN_FONT]],
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['step', population, 10.5, 300_000, 13],
          12,
          ['step', population, 12, 20_000, 14.5, 300_000, 20],
        ],
        'symbol-sort-key': ['-', 0, population],
        'text-max-width': 8,
        'text-padding': 3,
      },
      paint: {
        'text-color': ['match', KIND, ['neighbourhood', 'macrohood'], palette.muted, palette.ink],
        ...halo,
      },
    },
  ]
}
