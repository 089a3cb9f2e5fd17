import type { MapPoint } from '../../../../contract/control-points.ts'
import type { DatumTie } from '../../../../contract/datum-tie.ts'
import { mapPointOf, MAX_LATITUDE } from '../../../../contract/web-mercator.ts'
import { utmSystem } from '../../../../gcp-files/reference-systems/built-in-systems.ts'
import type { ReferenceSystem } from '../../../../gcp-files/reference-systems/reference-system.ts'
import { gridOf, isInside, placeOnMap } from './grids.ts'
import { fromGreenwich, type Meridian, withoutMeridian } from './meridians.ts'
import { type TypedAngle, typedAngles } from './typed-angles.ts'
import { typedMetres, type TypedGrid } from './typed-metres.ts'

/** Which of two numbers was taken for which; `told`: the text itself says. */
export type Order = 'told' | 'latFirst' | 'lonFirst'

/** One way to read a text. */
export interface ReadPlace {
  readonly map: MapPoint
  /** `angularGrid`: a grid of longitudes and latitudes. */
  readonly way: 'degrees' | 'webMercator' | 'utm' | 'grid' | 'angularGrid'
  readonly order: Order
  /** Of a UTM place: `34 N`. Of a grid: its name and code. */
  readonly grid?: string
  /** What longitude was counted from, where that is not Greenwich. */
  readonly meridian?: Meridian
  /** How the grid's datum is tied to today's. */
  readonly datum?: DatumTie
}

export type PlaceFault =
  | 'offEarth' //     no such latitude, longitude, minute or second
  | 'sameAxis' //     two latitudes, or two longitudes
  | 'oneNumber' //    a number alone
  | 'unknownGrid' //  no grid has this code, or it cannot be computed
  | 'unknownZone' //  UTM has no such zone
  | 'outsideGrid' //  the numbers lie outside the grid's area whichever comes first
  | 'offMap' //       the place is beyond the base map's end towards a pole

export type PlaceReading =
  /** One, or several where the text leaves it open. */
  | { readonly kind: 'places'; readonly places: readonly ReadPlace[] }
  | { readonly kind: 'fault'; readonly fault: PlaceFault; readonly grid?: string }
  /** Not numbers: a name. */
  | { readonly kind: 'name' }

/** How numbers are counted where the text itself does not say. */
export interface Reckoning {
  /** EPSG code; null: it is guessed by the size of the numbers. */
  readonly grid: number | null
  /** Null: Greenwich. */
  readonly meridian: Meridian | null
}
export const GUESSED: Reckoning = { grid: null, meridian: null }

/** The grid that most maps of this product's home are measured by. */
const LKS94_CODE = 3346

/** Half the side of the EPSG:3857 square, metres. */
const SQUARE_METRES = 20_037_508.35

/** The places that a text may mean. Rejects where a grid's definition cannot be fetched. */
export async function readPlace(typed: string, reckoning: Reckoning = GUESSED): Promise<PlaceReading> {
  // Long runs of blanks would be tried in too many ways below.
  const { text, meridian } = withoutMeridian(typed.replace(/\s+/gu, ' ').trim())
  const metres = typedMetres(text)
  if (metres?.grid) return await inGrid(metres.grid, metres.numbers)
  const angles = typedAngles(text)
  const degrees = angles && inDegrees(angles, meridian ?? reckoning.meridian)
  if (metres && reckoning.grid !== null && meridian === null) {
    const inChosen = await inGrid({ kind: 'epsg', code: reckoning.grid }, metres.numbers)
    // Degrees are not taken for metres because a grid was chosen for another text.
    return inChosen.kind === 'fault' && degrees?.kind === 'places' ? degrees : inChosen
  }
  // Degrees end at 180; a letter or a mark would have made them an angle only.
  const isLarge = metres?.numbers.some((value) => Math.abs(value) > 180) ?? false
  if (metres && isLarge) return await inGuessedGrid(metres.numbers)
  if (degrees) return degrees
  return /^[+−-]?\d[\d\s.,]*°?$/.test(text) ? { kind: 'fault', fault: 'oneNumber' } : { kind: 'name' }
}

const found = (places: readonly ReadPlace[], fault: PlaceFault, grid?: string): PlaceReading =>
  places.length > 0 ? { kind: 'places', places } : { kind: 'fault', fault, ...(grid && { grid }) }

function inDegrees(
  [first, second]: readonly [TypedAngle, TypedAngle],
  meridian: Meridian | null,
): PlaceReading {
  if (first.axis !== null && first.axis === second.axis) return { kind: 'fault', fault: 'sameAxis' }
  const isLatFirst = first.axis === 'lat' || second.axis === 'lon'
  const isLonFirst = first.axis === 'lon' || second.axis === 'lat'
  const isTold = isLatFirst || isLonFirst
  const places: ReadPlace[] = []
  let isOnEarth = false
  const add = (lon: number, lat: number, order: Order) => {
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return
    isOnEarth = true
    if (Math.abs(lat) > MAX_LATITUDE) return
    const map = mapPointOf(fromGreenwich(lon, meridian), lat)
    places.push({ map, way: 'degrees', order: isTold ? 'told' : order, ...(meridian && { meridian }) })
  }
  if (isLatFirst || !isTold) add(second.degrees, first.degrees, 'latFirst')
  // The same place twice is no question.
  if (isLonFirst || (!isTold && first.degrees !== second.degrees))
    add(first.degrees, second.degrees, 'lonFirst')
  return found(places, isOnEarth ? 'offMap' : 'offEarth')
}

async function inGuessedGrid(numbers: readonly [number, number]): Promise<PlaceReading> {
  const lithuanian = await inGrid({ kind: 'epsg', code: LKS94_CODE }, numbers)
  return found(
    [...(lithuanian.kind === 'places' ? lithuanian.places : []), ...onSquare(...numbers)],
    'offEarth',
  )
}

async function inGrid(grid: TypedGrid, numbers: readonly [number, number]): Promise<PlaceReading> {
  return grid.kind === 'utm' ? inUtm(grid, numbers) : await inEpsg(grid.code, numbers)
}

function inUtm(
  { zone, isNorth }: Extract<TypedGrid, { kind: 'utm' }>,
  [easting, northing]: readonly [number, number],
): PlaceReading {
  if (zone < 1 || zone > 60) return { kind: 'fault', fault: 'unknownZone' }
  const halves = isNorth === null ? [true, false] : [isNorth]
  const places: ReadPlace[] = []
  for (const north of halves) {
    // Eastings of a zone and northings of a hemisphere.
    const isInZone = easting > 0 && easting < 1_000_000 && northing >= 0 && northing <= 10_000_000
    const place = isInZone ? placeOnMap(utmSystem(zone, north), easting, northing) : null
    if (place)
      places.push({ map: place.map, way: 'utm', order: 'told', grid: `${zone} ${north ? 'N' : 'S'}` })
  }
  return found(places, 'outsideGrid', `UTM ${zone}`)
}

async function inEpsg(code: number, numbers: readonly [number, number]): Promise<PlaceReading> {
  const epsg = `EPSG:${code}`
  if (code === 3857 || code === 900913) return found(onSquare(...numbers), 'outsideGrid', epsg)
  const grid = await gridOf(code)
  if (!grid) return { kind: 'fault', fault: 'unknownGrid', grid: epsg }
  const name = `${grid.name} (${epsg})`
  return found(inOrders(grid, name, numbers), 'outsideGrid', name)
}

function inOrders(
  grid: ReferenceSystem,
  name: string,
  [first, second]: readonly [number, number],
): readonly ReadPlace[] {
  const way = grid.projection === null ? 'angularGrid' : 'grid'
  const orders = [
    ['lonFirst', first, second],
    ['latFirst', second, first],
  ] as const
  const places: ReadPlace[] = []
  for (const [order, x, y] of orders) {
    const place = placeOnMap(grid, x, y)
    if (place && isInside(grid, place.map)) places.push({ ...place, way, order, grid: name })
  }
  return places
}

const onSquare = (x: number, y: number): readonly ReadPlace[] =>
  Math.abs(x) <= SQUARE_METRES && Math.abs(y) <= SQUARE_METRES
    ? [{ map: [x, y], way: 'webMercator', order: 'told' }]
    : []
