import type { GridPlace } from '../../gcp-files/ground-grids.ts'
import { lonLatToMercator } from '../geometry/mercator.ts'

export const COORDINATE_FORMATS = ['degrees', 'dms', 'webMercator', 'utm', 'lks94'] as const
export type CoordinateFormat = (typeof COORDINATE_FORMATS)[number]

/** Metres of grids, computed by a library that comes when it is needed. */
export interface Grids {
  utmOf(lon: number, lat: number): GridPlace | null
  lks94Of(lon: number, lat: number): GridPlace | null
}

/** A place as two numbers with their names. */
export interface CoordinateRows {
  readonly rows: readonly (readonly [name: 'latitude' | 'longitude' | 'east' | 'north', text: string])[]
  /** The grid's zone, where it has zones. */
  readonly zone: string | null
  /** To be pasted elsewhere: with points, whatever the language. */
  readonly copy: string
}

/** Null where the format has no numbers for the place, or its grids have not come. */
export function coordinateRows(
  lon: number,
  lat: number,
  format: CoordinateFormat,
  language: string,
  grids: Grids | null,
): CoordinateRows | null {
  switch (format) {
    case 'degrees':
      return {
        rows: [
          ['latitude', `${decimal(Math.abs(lat), 5, language)}° ${north(lat)}`],
          ['longitude', `${decimal(Math.abs(lon), 5, language)}° ${east(lon)}`],
        ],
        zone: null,
        copy: `${lat.toFixed(6)}, ${lon.toFixed(6)}`,
      }
    case 'dms':
      return {
        rows: [
          ['latitude', `${sexagesimal(lat, language)} ${north(lat)}`],
          ['longitude', `${sexagesimal(lon, language)} ${east(lon)}`],
        ],
        zone: null,
        copy: `${sexagesimal(lat, 'en')}${north(lat)} ${sexagesimal(lon, 'en')}${east(lon)}`,
      }
    case 'webMercator': {
      const [x, y] = lonLatToMercator(lon, lat)
      return metres({ zone: '', east: x, north: y }, language)
    }
    case 'utm': {
      const place = grids?.utmOf(lon, lat)
      return place ? metres(place, language) : null
    }
    case 'lks94': {
      const place = grids?.lks94Of(lon, lat)
      return place ? metres({ ...place, zone: '' }, language) : null
    }
  }
}

const north = (lat: number) => (lat < 0 ? 'S' : 'N')
const east = (lon: number) => (lon < 0 ? 'W' : 'E')

function decimal(value: number, decimals: number, language: string): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)
}

/** `54°41′13.9″`: tenths of a second are 3 m. Rounded first, so that none shows 60″. */
function sexagesimal(degrees: number, language: string): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000)
  const seconds = new Intl.NumberFormat(language, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format((tenths % 600) / 10)
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, '0')
  return `${Math.floor(tenths / 36_000)}°${minutes}′${seconds}″`
}

function metres({ zone, east: x, north: y }: GridPlace, language: string): CoordinateRows {
  return {
    rows: [
      ['east', `${decimal(Math.round(x), 0, language)}\u00A0m`],
      ['north', `${decimal(Math.round(y), 0, language)}\u00A0m`],
    ],
    zone: zone || null,
    copy: `${zone ? `${zone} ` : ''}${x.toFixed(1)} ${y.toFixed(1)}`,
  }
}
