import type { Corners } from '../api/map-record.ts'

/** A box as a query string carries it, to the centimetre: `w,s,e,n`. */
export function boundsToText({ minX, minY, maxX, maxY }: Corners): string {
  return [minX, minY, maxX, maxY].map((metres) => String(Number(metres.toFixed(2)))).join(',')
}
