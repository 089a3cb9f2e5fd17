import type { Place } from '../../contract/api/places.ts'
import { kilometresBetween } from '../world/town-names.ts'

/** Two places of one name that are nearer than this are one, twice in the sources. */
const SAME_PLACE_KM = 5

const REGION: Readonly<Record<string, string>> = { en: 'region', lt: 'regionas' }

const pointOf = ({ lon, lat }: Place): [number, number] => [Number(lon), Number(lat)]

function isWithin(inner: Place, outer: Place): boolean {
  const [south, north, west, east] = outer.boundingbox.map(Number) as [number, number, number, number]
  const [lon, lat] = pointOf(inner)
  return lat >= south && lat <= north && lon >= west && lon <= east
}

/** In square degrees: enough to tell which of two districts is the greater. */
function sizeOf({ boundingbox }: Place): number {
  const [south, north, west, east] = boundingbox.map(Number) as [number, number, number, number]
  return (north - south) * (east - west)
}

/** Whether a place says nothing beside another of its name: the same town again, or the district of a town in a greater one. */
function isRepeated(place: Place, at: number, alike: readonly Place[]): boolean {
  return alike.some((other, otherAt) => {
    if (otherAt === at || other.class !== place.class) return false
    // An outline that was asked for says something.
    if (place.class === 'boundary')
      return !place.geojson && sizeOf(place) < sizeOf(other) && isWithin(place, other)
    const [lon, lat] = pointOf(place)
    return otherAt < at && kilometresBetween({ lat, lon }, pointOf(other)) <= SAME_PLACE_KM
  })
}

/** "54.6° N, 25.3° E". */
function placeText([lon, lat]: readonly [number, number], language: string): string {
  const degrees = (value: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Math.abs(value))
  return `${degrees(lat)}° ${lat < 0 ? 'S' : 'N'}, ${degrees(lon)}° ${lon < 0 ? 'W' : 'E'}`
}

/**
 * Distinguishes places of the same name: a district says that it is one, others say where they lie; what is
 * there twice goes.
 */
export function disambiguatePlaces(places: readonly Place[], language: string): Place[] {
  const named = (name: string) => places.filter(({ display_name }) => display_name === name)
  const distinct = places.filter((place) => {
    const alike = named(place.display_name)
    return !isRepeated(place, alike.indexOf(place), alike)
  })
  const region = REGION[language] ?? REGION['en'] ?? ''
  return distinct.map((place) => {
    const alike = distinct.filter(({ display_name }) => display_name === place.display_name)
    if (alike.length < 2) return place
    const ofKind = alike.filter((other) => other.class === place.class)
    const parts = [
      ...(place.class === 'boundary' && place.place_type === 'region' ? [region] : []),
      ...(ofKind.length > 1 ? [placeText(pointOf(place), language)] : []),
    ]
    return parts.length === 0
      ? place
      : { ...place, display_name: `${place.display_name} (${parts.join(', ')})` }
  })
}
