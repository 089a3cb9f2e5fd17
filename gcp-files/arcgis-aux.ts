import type { GcpFile, GcpReader } from './gcp-file.ts'
import { GcpFileFault } from './gcp-file.ts'
import { countsUpwards, turned } from './image-axis.ts'
import { readNumber } from './table.ts'
import { decodeEntities } from './xml-text.ts'

/** The text in the first element of that name, whatever its prefix; undefined where there is none. */
function elementOf(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}`)
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? undefined : text.slice(text.indexOf('>', start) + 1, end)
}

/** `<Double>x</Double><Double>y</Double> …` as pairs. */
function pairsOf(text: string | undefined, field: string): readonly (readonly [number, number])[] {
  if (text === undefined) throw new GcpFileFault({ code: 'missingField', field })
  const numbers = [...text.matchAll(/<Double>([^<]*)<\/Double>/g)].map(([, cell]) =>
    readNumber(cell?.trim(), 1, field),
  )
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
    numbers[2 * index] ?? NaN,
    numbers[2 * index + 1] ?? NaN,
  ])
}

/**
 * Reads the links that ArcGIS keeps beside a raster (`.aux.xml`): `SourceGCPs` and `TargetGCPs`, with the coordinate
 * system as WKT. Rows count upwards from the top edge, as in its tables of links.
 */
function readArcGisAux(text: string): GcpFile {
  const sources = pairsOf(elementOf(text, 'SourceGCPs'), 'SourceGCPs')
  const targets = pairsOf(elementOf(text, 'TargetGCPs'), 'TargetGCPs')
  if (sources.length !== targets.length)
    throw new GcpFileFault({ code: 'unequalLists', value: `${targets.length}, ${sources.length}` })
  const upwards = countsUpwards(sources.map(([, y]) => y))
  const wkt = elementOf(text, 'WKT')
  return {
    format: 'arcgis',
    crs: wkt === undefined ? null : decodeEntities(wkt.trim()),
    points: sources.map(([x, y], index) => ({
      image: [x, upwards ? turned(y) : y],
      ground: targets[index] ?? [NaN, NaN],
      enabled: true,
    })),
  }
}

export const arcGisAux: GcpReader = {
  recognises: (text) => text.includes('<PAMDataset') && text.includes('<SourceGCPs'),
  read: (text) => [readArcGisAux(text)],
}
