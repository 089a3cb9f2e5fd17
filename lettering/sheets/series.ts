/** How the sheets of a series lie in a regular grid. Degrees count from the series' own prime meridian. */
export interface SeriesRule {
  /** Short, as it is typed. */
  readonly key: string
  readonly name: string
  /** Size of a sheet [degrees]. */
  readonly width: number
  readonly height: number
  /** Any corner of the grid [degrees]. */
  readonly origin: readonly [lon: number, lat: number]
  /** Degrees that the prime meridian lies east of Greenwich: Ferro −17.6667. */
  readonly meridian: number
  /** The system that the grid is drawn in: a code of EPSG. */
  readonly system: string
  /** Where its sheets lie [degrees from Greenwich]: names of towns elsewhere are no titles. */
  readonly extent: {
    readonly west: number
    readonly south: number
    readonly east: number
    readonly north: number
  }
  /** Where the sheets have numbers of rows and columns, two digits each: the corner that 00|00 has at its north-west. */
  readonly rowsAndColumns?: { readonly west: number; readonly north: number }
}

/** The sides of a sheet [degrees from Greenwich, in the system of its series]. */
export interface Cell {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Rules of well-known series. */
export const SERIES: readonly SeriesRule[] = [
  {
    key: 'messtischblatt',
    name: 'Messtischblatt 1:25 000',
    width: 1 / 6,
    height: 0.1,
    origin: [10, 48.9],
    meridian: 0,
    system: 'EPSG:4314',
    extent: { west: 5.5, south: 47, east: 23, north: 56 },
    rowsAndColumns: { west: 5 + 4 / 6, north: 56 },
  },
  {
    key: 'generalkarte',
    name: 'Generalkarte von Mitteleuropa 1:200 000',
    width: 1,
    height: 1,
    origin: [34.5, 47.5],
    meridian: -(17 + 40 / 60),
    system: 'EPSG:4312',
    extent: { west: 7, south: 39, east: 32, north: 54 },
  },
]

/** The cell of a place [degrees from Greenwich]. */
export function cellAt(rule: SeriesRule, lon: number, lat: number): Cell {
  const column = Math.floor((lon - rule.meridian - rule.origin[0]) / rule.width)
  const row = Math.floor((lat - rule.origin[1]) / rule.height)
  return cellOf(rule, column, row)
}

/** The cell of a number of rows and columns; undefined where the series has none or it lies outside. */
export function cellOfNumber(rule: SeriesRule, number: string): Cell | undefined {
  if (!rule.rowsAndColumns || !/^\d{4}$/.test(number)) return undefined
  const lon = rule.rowsAndColumns.west + (Number(number.slice(2)) + 0.5) * rule.width
  const lat = rule.rowsAndColumns.north - (Number(number.slice(0, 2)) + 0.5) * rule.height
  const { west, south, east, north } = rule.extent
  return lon > west && lon < east && lat > south && lat < north ? cellAt(rule, lon, lat) : undefined
}

function cellOf({ origin, meridian, width, height }: SeriesRule, column: number, row: number): Cell {
  // Twelve digits: sums of thirds and tenths would differ between neighbours.
  const round = (degrees: number) => Math.round(degrees * 1e12) / 1e12
  return {
    west: round(origin[0] + meridian + column * width),
    east: round(origin[0] + meridian + (column + 1) * width),
    south: round(origin[1] + row * height),
    north: round(origin[1] + (row + 1) * height),
  }
}
