import type { GcpFile, GcpFilePoint, GcpReader, ScanSize } from './gcp-file.ts'
import { GcpFileFault } from './gcp-file.ts'
import { readFlag, readNumber, readTable } from './table.ts'

/** The comment that GRASS writes over its columns. */
const HEAD = /^#\s*image\s+target\s+status/im

/**
 * Reads a file `POINTS` of GRASS: east and north on the image, east and north on the map, 1 or 0. The image lies in a
 * location without a projection, whose rows count upwards from its lower edge.
 */
function readGrassPoints(text: string, { height }: ScanSize): GcpFile {
  const { rows } = readTable(text)
  const points = rows.map(({ cells, line }): GcpFilePoint => {
    const number = (index: number, field: string) => readNumber(cells[index], line, field)
    return {
      image: [number(0, 'image east'), height - number(1, 'image north')],
      ground: [number(2, 'target east'), number(3, 'target north')],
      enabled: readFlag(cells[4], line, 'status'),
      line,
    }
  })
  return { format: 'grass', crs: null, points }
}

export const grassPoints: GcpReader = {
  recognises: (text) => HEAD.test(text),
  read: (text, scan) => {
    if (!scan) throw new GcpFileFault({ code: 'needsScan' })
    return [readGrassPoints(text, scan)]
  },
}
