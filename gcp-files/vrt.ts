import type { GcpFile, GcpFilePoint, GcpFormat, ScanSize } from './gcp-file.ts'
import { lineCounter } from './line-counter.ts'
import { readNumber } from './table.ts'
import { decodeEntities, encodeEntities } from './xml-text.ts'

/** Whether a text is GDAL's virtual raster with control points. */
function isVrt(text: string): boolean {
  return text.includes('<GCPList')
}

/** Reads the `GCPList` of a virtual raster: `Pixel`, `Line`, `X`, `Y`, and `Info` as the note. */
function readVrt(text: string): GcpFile {
  const start = text.indexOf('<GCPList')
  const end = text.indexOf('>', start)
  const list = end < 0 ? '' : text.slice(start, end)
  const lineAt = lineCounter(text)
  const points: GcpFilePoint[] = []
  for (const match of text.matchAll(/<GCP\s([^<>]*)>/g)) {
    const line = lineAt(match.index)
    const attributes = attributesOf(match[1] ?? '')
    const number = (name: string) => readNumber(attributes.get(name), line, name)
    const note = attributes.get('Info')
    points.push({
      image: [number('Pixel'), number('Line')],
      ground: [number('X'), number('Y')],
      enabled: true,
      ...(note && { note }),
      line,
    })
  }
  return { format: 'vrt', crs: attributesOf(list).get('Projection') || null, points }
}

/** From the start of a word and bounded: a long text without an attribute is read once, not once for each letter. */
const ATTRIBUTE = /(?<![\w:])([\w:]{1,100})\s{0,100}=\s{0,100}(?:"([^"]*)"|'([^']*)')/g

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map((match) => [
      match[1] ?? '',
      decodeEntities(match[2] ?? match[3] ?? ''),
    ]),
  )
}

/**
 * Writes a `GCPList`, in a virtual raster of the scan's size where it is given. Switched-off points are left out,
 * because GDAL would use them. The one band is empty: without any GDAL opens no raster.
 */
function writeVrt({ crs, points }: Pick<GcpFile, 'crs' | 'points'>, scan?: ScanSize): string {
  const rows = points
    .filter(({ enabled }) => enabled)
    .map(({ image, ground, note, proposed }, index) => {
      const text = note || proposed?.name
      const info = text ? ` Info="${encodeEntities(text)}"` : ''
      return `    <GCP Id="${index + 1}"${info} Pixel="${image[0]}" Line="${image[1]}" X="${ground[0]}" Y="${ground[1]}" Z="0" />`
    })
  const size = scan ? ` rasterXSize="${scan.width}" rasterYSize="${scan.height}"` : ''
  return [
    `<VRTDataset${size}>`,
    `  <GCPList Projection="${encodeEntities(crs ?? '')}">`,
    ...rows,
    '  </GCPList>',
    ...(scan ? ['  <VRTRasterBand dataType="Byte" band="1" />'] : []),
    '</VRTDataset>',
    '',
  ].join('\n')
}

export const vrt: GcpFormat = {
  extension: 'vrt',
  mediaType: 'application/xml; charset=utf-8',
  keepsNotes: true,
  keepsFlags: false,
  countsStoredPixels: true,
  reader: { recognises: isVrt, read: (text) => [readVrt(text)] },
  write: writeVrt,
}
