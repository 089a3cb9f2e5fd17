import { GcpFileFault } from './gcp-file.ts'
import type { GcpFile, GcpFilePoint, GcpReader, ScanSize } from './gcp-file.ts'
import { decimalCommaIn, isNumber, readNumber } from './table.ts'

/** The six numbers in the order of a world file, by the names that errors give them. */
const FIELDS = ['x size', 'rotation y', 'rotation x', 'y size', 'x', 'y'] as const

const linesOf = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Whether a text is a world file: six numbers, one a line. */
function isWorldFile(text: string): boolean {
  const lines = linesOf(text)
  return lines.length === FIELDS.length && lines.every((line) => isNumber(line, 'all'))
}

/**
 * The corners of the scan where a world file puts them: four points, which carry its affine whole. The file names the
 * middle of the top-left pixel and no coordinate system.
 */
function readWorldFile(text: string, { width, height }: ScanSize): GcpFile {
  const lines = linesOf(text)
  const decimalComma = decimalCommaIn(lines)
  const [a = 0, d = 0, b = 0, e = 0, c = 0, f = 0] = lines.map((line, index) =>
    readNumber(line, index + 1, FIELDS[index] ?? '', decimalComma),
  )
  const corner = (x: number, y: number): GcpFilePoint => ({
    image: [x, y],
    ground: [a * (x - 0.5) + b * (y - 0.5) + c, d * (x - 0.5) + e * (y - 0.5) + f],
    enabled: true,
  })
  return {
    format: 'world',
    crs: null,
    points: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
  }
}

export const worldFile: GcpReader = {
  recognises: isWorldFile,
  read: (text, scan) => {
    if (!scan) throw new GcpFileFault({ code: 'needsScan' })
    return [readWorldFile(text, scan)]
  },
}
