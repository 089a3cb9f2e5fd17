import type { GcpFile, GcpFilePoint, GcpReader } from './gcp-file.ts'
import { GcpFileFault } from './gcp-file.ts'
import { readNumber } from './table.ts'

/** Line of the file, counted from 0, that names the datum. */
const DATUM_LINE = 4
const WGS84 = /^wgs\s*84$/i

/**
 * Reads the `Point` lines of a calibration of OziExplorer: pixels, then degrees and minutes, or zone, easting and
 * northing of UTM. Lines without a pixel are points that were not placed. A datum other than WGS 84 stays its name, so
 * that the user is asked for the coordinate system.
 */
function readOziMap(text: string): GcpFile {
  const lines = text.split(/\r\n|\r|\n/)
  const datum = lines[DATUM_LINE]?.split(',')[0]?.trim() ?? ''
  const read = lines.flatMap((row, index) => {
    const cells = row.split(',').map((cell) => cell.trim())
    if (!/^point\d+$/i.test(cells[0] ?? '') || !cells[2]) return []
    return [pointOf(cells, index + 1)]
  })
  const systems = new Set(read.map(({ system }) => system))
  if (systems.size > 1) throw new GcpFileFault({ code: 'mixedCrs', value: [...systems].join(', ') })
  const [system = 'EPSG:4326'] = systems
  return {
    format: 'ozi',
    crs: WGS84.test(datum) ? system : `${datum} (${system})`,
    points: read.map(({ point }) => point),
  }
}

function pointOf(cells: readonly string[], line: number): { point: GcpFilePoint; system: string } {
  const number = (index: number, field: string) => readNumber(cells[index], line, field)
  const side = (index: number, negative: string) => (cells[index]?.toUpperCase() === negative ? -1 : 1)
  const image = [number(2, 'x'), number(3, 'y')] as const
  if (cells[6]) {
    const angle = (at: number, field: string) => number(at, field) + number(at + 1, field) / 60
    const lat = side(8, 'S') * angle(6, 'latitude')
    const lon = side(11, 'W') * angle(9, 'longitude')
    return { system: 'EPSG:4326', point: { image, ground: [lon, lat], enabled: true, line } }
  }
  const zone = number(13, 'zone')
  const ground = [number(14, 'easting'), number(15, 'northing')] as const
  const system = `EPSG:${(side(16, 'S') < 0 ? 32_700 : 32_600) + zone}`
  return { system, point: { image, ground, enabled: true, line } }
}

export const oziMap: GcpReader = {
  recognises: (text) => /^\s*OziExplorer Map Data File/i.test(text),
  read: (text) => [readOziMap(text)],
}
