import type { MapPoint } from '../../../contract/control-points.ts'
import { mapPointOf, MAX_LATITUDE } from '../../../contract/web-mercator.ts'
import { gridOf, isInside, LKS94, placeOnMap } from './grids.ts'
import { type TypedAngle, typedAngles } from './typed-angles.ts'
import { typedMetres, type TypedGrid } from './typed-metres.ts'

/** Which of two numbers was taken for which; `told`: the text itself says. */
export type Order = 'told' | 'latFirst' | 'lonFirst'

/** One way to read a text. */
export interface ReadPlace {
  readonly map: MapPoint
  readonly way: 'degrees' | 'webMercator' | 'utm' | 'grid'
  readonly order: Order
  /** Of a UTM place: `34 N`. Of a grid: its name and code. */
  readonly grid?: string
  /** The grid's datum is not tied to today's: it may lie hundreds of metres off. */
  readonly isRough?: boolean
}

export type PlaceFault =
  | 'offEarth' //     no such latitude, longitude, minute or second
  | 'sameAxis' //     two latitudes, or two longitudes
  | 'oneNumber' //    a number alone
  | 'unknownGrid' //  no grid has this code, or it cannot be computed
  | 'outsideGrid' //  the numbers lie outside the grid's area whichever comes first

export type PlaceReading =
  /** One, or several where the text leaves it open. */
  | { readonly kind: 'places'; readonly places: readonly ReadPlace[] }
  | { readonly kind: 'fault'; readonly fault: PlaceFault; readonly code?: number }
  /** Not numbers: a name. */
  | { readonly kind: 'name' }

/** Half the side of the EPSG:3857 square, metres. */
const SQUARE_METRES = 20_037_509

/**
 * The places that a text may mean. @param plainGrid - EPSG code of the grid that bare numbers are of; null: it is guessed
 * by their size. Rejects where a grid's definition cannot be fetched.
 */
export async function readPlace(text: string, plainGrid: number | null): Promise<PlaceReading> {
  const metres = typedMetres(text)
  const grid: TypedGrid | null =
    metres?.grid ?? (plainGrid && metres ? { kind: 'epsg', code: plainGrid } : null)
  if (metres && grid) return await inGrid(grid, metres.numbers)
  const angles = typedAngles(text)
  // Degrees end at 180; a letter or a mark would have made them an angle only.
  const isLarge = metres?.numbers.some((value) => Math.abs(value) > 180) ?? false
  if (metres && isLarge) return await inGuessedGrid(metres.numbers)
  if (angles) return inDegrees(angles)
  return /^[+−-]?[\d\s.,]+°?$/.test(text.trim()) ? { kind: 'fault', fault: 'oneNumber' } : { kind: 'name' }
}

const found = (places: readonly ReadPlace[], fault: PlaceFault, code?: number): PlaceReading =>
  places.length > 0 ? { kind: 'places', places } : { kind: 'fault', fault, ...(code && { code }) }

function inDegrees([first, second]: readonly [TypedAngle, TypedAngle]): PlaceReading {
  if (first.axis !== null && first.axis === second.axis) return { kind: 'fault', fault: 'sameAxis' }
  const isLatFirst = first.axis === 'lat' || second.axis === 'lon'
  const isLonFirst = first.axis === 'lon' || second.axis === 'lat'
  const isTold = isLatFirst || isLonFirst
  const places: ReadPlace[] = []
  const add = (lon: number, lat: number, order: Order) => {
    if (Math.abs(lon) <= 180 && Math.abs(lat) < MAX_LATITUDE)
      places.push({ map: mapPointOf(lon, lat), way: 'degrees', order: isTold ? 'told' : order })
  }
  if (isLatFirst || !isTold) add(second.degrees, first.degrees, 'latFirst')
  // The same place twice is no question.
  if (isLonFirst || (!isTold && first.degrees !== second.degrees))
    add(first.degrees, second.degrees, 'lonFirst')
  return found(places, 'offEarth')
}

async function inGuessedGrid([first, second]: readonly [number, number]): Promise<PlaceReading> {
  const lithuanian = await inGrid({ kind: 'epsg', code: LKS94.code }, [first, second])
  const isOnSquare = Math.abs(first) <= SQUARE_METRES && Math.abs(second) <= SQUARE_METRES
  const square: readonly ReadPlace[] = isOnSquare
    ? [{ map: [first, second], way: 'webMercator', order: 'told' }]
    : []
  return found([...(lithuanian.kind === 'places' ? lithuanian.places : []), ...square], 'offEarth')
}

async function inGrid(grid: TypedGrid, numbers: readonly [number, number]): Promise<PlaceReading> {
  return grid.kind === 'utm' ? await inUtm(grid, numbers) : await inEpsg(grid.code, numbers)
}

async function inUtm(
  { zone, isNorth }: Extract<TypedGrid, { kind: 'utm' }>,
  [easting, northing]: readonly [number, number],
): Promise<PlaceReading> {
  if (zone < 1 || zone > 60) return { kind: 'fault', fault: 'unknownGrid' }
  const halves = isNorth === null ? [true, false] : [isNorth]
  const places: ReadPlace[] = []
  for (const north of halves) {
    const crs = `+proj=utm +zone=${zone}${north ? '' : ' +south'} +datum=WGS84 +units=m +no_defs`
    // Eastings of a zone and northings of a hemisphere.
    const isInZone = easting > 0 && easting < 1_000_000 && northing >= 0 && northing <= 10_000_000
    const place = isInZone ? await placeOnMap(crs, easting, northing) : null
    if (place)
      places.push({ map: place.map, way: 'utm', order: 'told', grid: `${zone} ${north ? 'N' : 'S'}` })
  }
  return found(places, 'outsideGrid')
}

async function inEpsg(code: number, [first, second]: readonly [number, number]): Promise<PlaceReading> {
  if (code === 3857 || code === 900913) return found(onSquare(first, second), 'outsideGrid', code)
  const grid = await gridOf(code)
  if (!grid) return { kind: 'fault', fault: 'unknownGrid', code }
  const places: ReadPlace[] = []
  const orders = [
    ['lonFirst', first, second],
    ['latFirst', second, first],
  ] as const
  for (const [order, x, y] of orders) {
    const place = await placeOnMap(code === LKS94.code ? LKS94.proj4 : `EPSG:${code}`, x, y)
    if (place && isInside(grid, place.map))
      places.push({ ...place, way: 'grid', order, grid: `${grid.name} (EPSG:${code})` })
  }
  return found(places, 'outsideGrid', code)
}

const onSquare = (x: number, y: number): readonly ReadPlace[] =>
  Math.abs(x) <= SQUARE_METRES && Math.abs(y) <= SQUARE_METRES
    ? [{ map: [x, y], way: 'webMercator', order: 'told' }]
    : []
