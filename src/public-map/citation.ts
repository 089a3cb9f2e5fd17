import type { PublicMap } from '../../contract/api/public-map.ts'
import { LICENCES } from '../../contract/rights.ts'
import { yearText } from '../map-record/map-facts.ts'

/** What a citation says in the reader's words. */
export interface CitationWords {
  readonly placed: (name: string) => string
  readonly accessed: (date: string) => string
}

/** A citation as a sentence: who made the map, what it is called, when, who placed it, where it is found. */
export function citationText(map: PublicMap, address: string, date: string, words: CitationWords): string {
  const made = [map.publisher, yearText(map.years)].filter(Boolean).join(', ')
  const placed = map.overlay?.placedBy ? words.placed(map.overlay.placedBy) : null
  const parts = [map.creator, map.title, made, placed, 'Palimpsest', words.accessed(date)].filter(Boolean)
  return `${parts.map((part) => String(part).replace(/\.$/, '')).join('. ')}. ${address}`
}

const TEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** A text as BibTeX takes it: what TeX reads as a command is written out. */
const tex = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\~^{}&%$#_]/g, (letter) => TEX[letter] ?? `\\${letter}`)

/** The same as an entry of BibTeX. @param date ISO 8601, a day */
export function citationBibtex(map: PublicMap, address: string, date: string): string {
  const year = map.years.year
  const fields: [string, string | null][] = [
    ['title', `{${tex(map.title)}}`],
    // In braces: an institution's name is not to be taken apart.
    ['author', map.creator && `{${tex(map.creator)}}`],
    ['publisher', map.publisher && tex(map.publisher)],
    ['year', year === null ? null : String(year)],
    ['note', notesOf(map)],
    ['howpublished', '{Palimpsest}'],
    ['url', address],
    ['urldate', date],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`  ${name} = {${value}}`]))
  return `@misc{palimpsest-${map.id.slice(-12)},\n${lines.join(',\n')}\n}`
}

function notesOf({ overlay, attribution, licence }: PublicMap): string | null {
  const placed = overlay?.placedBy ? `Georeferenced by ${tex(overlay.placedBy)}` : null
  const notes = [placed, attribution && tex(attribution), licence && LICENCES[licence]].filter(Boolean)
  return notes.length === 0 ? null : notes.join('. ')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Code that shows the map in another page. */
export function embedCode({ title }: PublicMap, embedAddress: string): string {
  const name = title.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '')
  return `<iframe src="${embedAddress}" title="${name}" width="100%" height="480" style="border:0" loading="lazy" allowfullscreen></iframe>`
}
