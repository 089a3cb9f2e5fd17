/**
 * The sides of a sheet in degrees of WGS 84, as a catalogue tells them before the sheet is placed. `west` is the greater
 * number where it lies across the date line.
 */
export interface SheetBounds {
  readonly north: number
  readonly west: number
  readonly east: number
  readonly south: number
}

/** Some centimetres. */
const DECIMALS = 6

/** As a map's record has them: `N 55.5 W 24 E 25 S 55`. */
export function writeSheetBounds({ north, west, east, south }: SheetBounds): string {
  const [n, w, e, s] = [north, west, east, south].map((degrees) => Number(degrees.toFixed(DECIMALS)))
  return `N ${n} W ${w} E ${e} S ${s}`
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,9})?)`
const WRITTEN = new RegExp(`^N ${NUMBER} W ${NUMBER} E ${NUMBER} S ${NUMBER}$`)

/** Reads what `writeSheetBounds` writes. Undefined: it is not written so, or not on Earth, or has no inside. */
export function readSheetBounds(text: string): SheetBounds | undefined {
  const [north = NaN, west = NaN, east = NaN, south = NaN] = WRITTEN.exec(text)?.slice(1).map(Number) ?? []
  const isOnEarth =
    Math.abs(north) <= 90 && Math.abs(south) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180
  return isOnEarth && south < north && west !== east ? { north, west, east, south } : undefined
}

/** Reads them with `east` beyond 180° where the sheet lies across the date line: it is always the greater number. */
export function readRunningBounds(text: string): SheetBounds | undefined {
  const bounds = readSheetBounds(text)
  return bounds && { ...bounds, east: bounds.east < bounds.west ? bounds.east + 360 : bounds.east }
}
