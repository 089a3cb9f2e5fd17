import type { GcpFile, GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { readNumber, writeCell } from './table.ts'

const GCP = /^-gcp$/
const SRS = /^-(a_srs|a_gcp_crs|s_srs)$/

interface Token {
  readonly text: string
  readonly line: number
}

/** Whether a text holds `-gcp` options, bare or within a command of gdal_translate or gdal_edit; XML may mention them. */
function isGdalOptions(text: string): boolean {
  return !/^\s*</.test(text) && /(^|\s)-gcp\s/.test(text)
}

/** Reads `-gcp pixel line x y [elevation]` options, and the coordinate system of `-a_srs`, `-a_gcp_crs` or `-s_srs`. */
function readGdalOptions(text: string): GcpFile {
  const tokens = tokensOf(text)
  const points: GcpFilePoint[] = []
  let crs: string | null = null
  for (const [index, { text: option, line }] of tokens.entries()) {
    if (SRS.test(option)) crs = tokens[index + 1]?.text ?? null
    if (!GCP.test(option)) continue
    const number = (offset: number, field: string) => readNumber(tokens[index + offset]?.text, line, field)
    points.push({
      image: [number(1, 'pixel'), number(2, 'line')],
      ground: [number(3, 'x'), number(4, 'y')],
      enabled: true,
      line,
    })
  }
  return { format: 'txt', crs, points }
}

function tokensOf(text: string): Token[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((row, index) =>
      [...row.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map((match) => ({
        text: match[1]?.replace(/\\(.)/g, '$1') ?? match[2] ?? match[3] ?? '',
        line: index + 1,
      })),
    )
    .filter(({ text: token }) => token !== '\\')
}

/** Writes one `-gcp` option a line. GDAL knows neither notes nor switched-off points: these are left out. */
function writeGdalOptions({ crs, points }: Pick<GcpFile, 'crs' | 'points'>): string {
  const options = points
    .filter(({ enabled }) => enabled)
    .map(({ image, ground }) => `-gcp ${image[0]} ${image[1]} ${ground[0]} ${ground[1]}`)
  const srs = crs ? [`-a_srs ${/\s|"/.test(crs) ? `'${crs.replaceAll("'", '')}'` : writeCell(crs)}`] : []
  return `${[...srs, ...options].join('\n')}\n`
}

export const gdalOptions: GcpFormat = {
  extension: 'txt',
  mediaType: 'text/plain; charset=utf-8',
  keepsNotes: false,
  keepsFlags: false,
  countsStoredPixels: true,
  reader: { recognises: isGdalOptions, read: (text) => [readGdalOptions(text)] },
  write: writeGdalOptions,
}
