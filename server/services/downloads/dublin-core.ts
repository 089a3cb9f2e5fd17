import { xmlText } from '../tiles/xml-text.ts'

/** What Dublin Core says of a map; null is left out. */
export interface DublinCoreFacts {
  readonly title: string
  readonly otherTitles: readonly (string | null)[]
  readonly creator: string | null
  readonly publisher: string | null
  readonly description: string | null
  /** A year, or a stretch of years. */
  readonly date: string | null
  readonly contributor: string | null
  /** Address of the licence, and whom to name. */
  readonly rights: readonly (string | null)[]
  /** Address of the map's page, and the original's shelfmark and catalogue record. */
  readonly identifiers: readonly (string | null)[]
  /** Who keeps the original, and where the scan was imported from. */
  readonly sources: readonly (string | null)[]
  /** Degrees. */
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** A map in the elements of Dublin Core, in the form of OAI-PMH (`oai_dc`). */
export function dublinCore(facts: DublinCoreFacts): string {
  const { title, otherTitles, creator, publisher, description, date, contributor, rights } = facts
  const { west, south, east, north } = facts
  const place = `northlimit=${north}; eastlimit=${east}; southlimit=${south}; westlimit=${west}; units=signed decimal degrees`
  const elements: [string, string | null][] = [
    ['title', title],
    ...otherTitles.map((other): [string, string | null] => ['title', other]),
    ['creator', creator],
    ['publisher', publisher],
    ['contributor', contributor],
    ['description', description],
    ['date', date],
    ['type', 'StillImage'],
    ['type', 'Cartographic material'],
    ['format', 'image/tiff; application=geotiff; profile=cloud-optimized'],
    ...facts.identifiers.map((identifier): [string, string | null] => ['identifier', identifier]),
    ...facts.sources.map((source): [string, string | null] => ['source', source]),
    ['coverage', place],
    ...rights.map((right): [string, string | null] => ['rights', right]),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">',
    ...elements.flatMap(([name, text]) => (text ? [`  <dc:${name}>${xmlText(text)}</dc:${name}>`] : [])),
    '</oai_dc:dc>',
    '',
  ].join('\n')
}
