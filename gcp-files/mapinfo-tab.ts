import type { GcpFile, GcpFilePoint, GcpReader } from './gcp-file.ts'
import { lineCounter } from './line-counter.ts'
import { readNumber } from './table.ts'

/** Longitude and latitude of WGS 84 in MapInfo's numbers. */
const LON_LAT = /^earth\s+projection\s+1\s*,\s*104\s*$/i
const POINT =
  /\(([^(),]{1,40}),([^(),]{1,40})\)\s{0,9}\(([^(),]{1,40}),([^(),]{1,40})\)(?:\s{0,9}label\s{1,9}"([^"]{0,200})")?/gi

/**
 * Reads the points of a registered raster of MapInfo (`.tab`): `(x,y) (pixel,line) Label "Pt 1"`. Of its coordinate
 * systems longitude and latitude of WGS 84 are known; of another the words stay, so that the user is asked for it.
 */
function readMapInfoTab(text: string): GcpFile {
  const system = /^\s*coordsys\s+(.*?)\s*$/im.exec(text)?.[1] ?? null
  const lineAt = lineCounter(text)
  const points = [...text.matchAll(POINT)].map((match): GcpFilePoint => {
    const line = lineAt(match.index)
    const number = (index: number, field: string) => readNumber(match[index]?.trim(), line, field)
    const label = match[5] ?? ''
    return {
      image: [number(3, 'pixel'), number(4, 'line')],
      ground: [number(1, 'x'), number(2, 'y')],
      enabled: true,
      ...(label && !/^pt \d+$/i.test(label) && { note: label }),
      line,
    }
  })
  return { format: 'mapinfo', crs: system && LON_LAT.test(system) ? 'EPSG:4326' : system, points }
}

export const mapInfoTab: GcpReader = {
  recognises: (text) => /^\s*!table\b/i.test(text),
  read: (text) => [readMapInfoTab(text)],
}
