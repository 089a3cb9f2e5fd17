import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec'
import type { Language } from '../../../contract/constants.ts'

interface Palette {
  readonly sea: string
  /** The lighter and darker band of water along the coast. */
  readonly shoal: string
  readonly shore: string
  readonly coast: string
  readonly land: string
  readonly border: string
  readonly borderBand: string
  readonly region: string
  readonly river: string
  readonly grid: string
  readonly ink: string
  readonly muted: string
  readonly country: string
}

const PALETTES: Record<'light' | 'dark', Palette> = {
  light: {
    sea: '#DCE7E8',
    shoal: '#CFDEE0',
    shore: '#BDD1D4',
    coast: '#6F8F95',
    land: '#FBF8F1',
    border: '#9A8468',
    borderBand: '#E9D9BE',
    region: '#D3C8B4',
    river: '#9DBDC4',
    grid: '#8FA3A6',
    ink: '#1C2028',
    muted: '#4E5661',
    country: '#7A6547',
  },
  dark: {
    sea: '#11151A',
    shoal: '#151B21',
    shore: '#1B232A',
    coast: '#536B72',
    land: '#22262D',
    border: '#8C7A5E',
    borderBand: '#332F2A',
    region: '#3B3E44',
    river: '#35505A',
    grid: '#55616A',
    ink: '#ECE8DF',
    muted: '#B4B8BF',
    country: '#BBA57F',
  },
}

// MapLibre reads weight and style off the first name only; a first name that is no font passes on to the second.
export const TOWN_FONT = ['Medium', 'Inter Variable', 'sans-serif']
export const SEAT_FONT = ['SemiBold', 'Inter Variable', 'sans-serif']
const COUNTRY_FONT = ['Medium', 'Fraunces Variable', 'serif']

/** A length that grows with the zoom, through the given stops. */
export const zoomed = (...stops: [zoom: number, value: number][]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.4],
  ['zoom'],
  ...stops.flat(),
]

/** Ids of the embedded labels: hidden when online tiles have come that carry names of their own. */
export const EMBEDDED_LABEL_LAYERS = ['countries', 'towns', 'town-dots', 'graticule-labels'] as const

/** The layers of the embedded map, over the vector layers land, lakes, rivers, borders, regions, countries, towns. */
export function embeddedLayers(theme: 'light' | 'dark', language: Language): LayerSpecification[] {
  const palette = PALETTES[theme]
  return [...ground(palette), ...lines(palette), ...names(palette, language)]
}

function ground(palette: Palette): LayerSpecification[] {
  // Lines along the coast keep mitred joins: round ones take three times the triangles, and the land hides most of them.
  const coastBand = (id: string, colour: string, width: ExpressionSpecification): LayerSpecification => ({
    id,
    type: 'line',
    source: 'embedded',
    'source-layer': 'land',
    paint: { 'line-color': colour, 'line-width': width },
  })
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': palette.sea } },
    coastBand('shoal', palette.shoal, zoomed([0, 4], [4, 12], [8, 22])),
    coastBand('shore', palette.shore, zoomed([0, 1.5], [4, 5], [8, 10])),
    {
      id: 'land',
      type: 'fill',
      source: 'embedded',
      'source-layer': 'land',
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: 'lakes',
      type: 'fill',
      source: 'embedded',
      'source-layer': 'lakes',
      paint: { 'fill-color': palette.shore, 'fill-outline-color': palette.coast },
    },
  ]
}

function lines(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'rivers',
      type: 'line',
      source: 'embedded',
      'source-layer': 'rivers',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': palette.river, 'line-width': zoomed([3, 0.5], [7, 1.4], [14, 3]) },
    },
    {
      id: 'regions',
      type: 'line',
      source: 'embedded',
      'source-layer': 'regions',
      minzoom: 4,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.region,
        'line-width': zoomed([4, 0.5], [10, 1.4]),
        'line-dasharray': [4, 2],
      },
    },
    {
      id: 'border-band',
      type: 'line',
      source: 'embedded',
      'source-layer': 'borders',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.borderBand,
        'line-width': zoomed([1, 1.5], [5, 6], [10, 14]),
        'line-opacity': 0.7,
      },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'embedded',
      'source-layer': 'borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': zoomed([1, 0.4], [5, 0.9], [10, 1.8]),
        'line-dasharray': [6, 2, 1.5, 2],
      },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'embedded',
      'source-layer': 'land',
      paint: { 'line-color': palette.coast, 'line-width': zoomed([0, 0.4], [5, 0.8], [10, 1.4]) },
    },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: { 'line-color': palette.grid, 'line-width': 0.6, 'line-opacity': 0.55 },
    },
  ]
}

function names(palette: Palette, language: Language): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.land, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 }
  const town: SymbolLayerSpecification['layout'] = {
    'text-field': language === 'lt' ? ['coalesce', ['get', 'lt'], ['get', 'name']] : ['get', 'name'],
    'text-size': [
      'interpolate',
      ['linear'],
      ['zoom'],
      3,
      11,
      7,
      ['step', ['get', 'population'], 11, 50_000, 12.5, 300_000, 15],
      12,
      ['step', ['get', 'population'], 13, 50_000, 15, 300_000, 19],
    ],
    'symbol-sort-key': ['-', 0, ['get', 'population']],
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    'text-radial-offset': 0.55,
    'text-justify': 'auto',
    'text-padding': 3,
    'text-max-width': 9,
  }
  return [
    {
      id: 'graticule-labels',
      type: 'symbol',
      source: 'graticule',
      minzoom: 2,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': TOWN_FONT,
        'text-size': 10,
        'symbol-placement': 'line',
        'symbol-spacing': 700,
        'text-max-angle': 10,
      },
      paint: { 'text-color': palette.muted, 'text-opacity': 0.75, ...halo },
    },
    {
      id: 'town-dots',
      type: 'circle',
      source: 'embedded',
      'source-layer': 'towns',
      minzoom: 3,
      paint: {
        'circle-color': ['match', ['get', 'kind'], 'capital', palette.land, palette.muted],
        'circle-stroke-color': palette.ink,
        'circle-stroke-width': ['match', ['get', 'kind'], 'capital', 1.6, 0],
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          1.6,
          8,
          ['step', ['get', 'population'], 1.6, 50_000, 2.6, 300_000, 3.4],
          14,
          ['step', ['get', 'population'], 3.5, 50_000, 5, 300_000, 6],
        ],
      },
    },
    {
      id: 'towns',
      type: 'symbol',
      source: 'embedded',
      'source-layer': 'towns',
      minzoom: 3,
      layout: {
        ...town,
        'text-font': [
          'match',
          ['get', 'kind'],
          ['capital', 'seat'],
          ['literal', SEAT_FONT],
          ['literal', TOWN_FONT],
        ],
      },
      paint: { 'text-color': palette.ink, ...halo },
    },
    {
      id: 'countries',
      type: 'symbol',
      source: 'embedded',
      'source-layer': 'countries',
      maxzoom: 8,
      filter: ['<=', ['get', 'rank'], ['*', 1.5, ['zoom']]],
      layout: {
        'text-field': ['upcase', language === 'lt' ? ['get', 'lt'] : ['get', 'name']],
        'text-font': COUNTRY_FONT,
        'text-size': zoomed([1, 10], [4, 15], [7, 26]),
        'text-letter-spacing': 0.18,
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': palette.country, 'text-opacity': 0.9, ...halo },
    },
  ]
}
