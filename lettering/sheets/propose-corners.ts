import type { Gazetteer } from '../propose/gazetteer.ts'
import { foldName } from '../propose/fold.ts'
import type { Lettering, Word } from '../words.ts'
import { findNeatLine, type Corner, type GreyPicture } from './neat-line.ts'
import { cellAt, cellOfNumber, type Cell, type SeriesRule } from './series.ts'

/** A corner of a sheet that is proposed. */
export interface CornerProposal {
  /** [px of the scan, y down] */
  readonly image: Corner
  /** Degrees from Greenwich, in the system of the series. */
  readonly map: readonly [lon: number, lat: number]
}

export interface CornersResult {
  /** From the north-west corner clockwise on the map; empty unless found. */
  readonly corners: readonly CornerProposal[]
  readonly reason: CornersReason
  readonly cell?: Cell
  /** What the cell was read from, as printed. */
  readonly read?: string
  /** EPSG code of the corners' system. */
  readonly system: string
}

/**
 * no-title: no title of a sheet was read. several-cells: titles name different sheets. no-neat-line: no four
 * lines fit the sheet, or several do.
 */
export type CornersReason = 'found' | 'no-title' | 'several-cells' | 'no-neat-line'

/** How alike a title and the name of a town must be. */
const ALIKE = 0.88
/** Titles stand outside the neat line: in this outer part of the scan, as a share of its sides. */
const MARGIN = 0.2
/** A title without a number is larger than the other names of the margin, at least so many times. */
const TITLE_SIZE = 1.3
const LONGEST_TITLE = 80

interface Claim {
  readonly cell: Cell
  readonly read: string
  readonly word: Word
  /** A number stands by the name. */
  readonly isNumbered: boolean
}

/** Proposes the corners of a sheet of a series: which sheet by its title, where on the scan by its neat line. */
export function proposeCorners(
  lettering: Lettering,
  picture: GreyPicture,
  rule: SeriesRule,
  gazetteer: Gazetteer,
): CornersResult {
  const nothing = (reason: CornersReason): CornersResult => ({ corners: [], reason, system: rule.system })
  const claims = claimsOf(lettering, rule, gazetteer)
  const claim = claims[0]
  if (!claim) return nothing('no-title')
  if (claims.some(({ cell }) => !isSame(cell, claim.cell))) return nothing('several-cells')
  const neatLine = findNeatLine(picture, shapeOf(claim.cell))
  if (!neatLine) return nothing('no-neat-line')
  const scale = lettering.width / picture.width
  const corners = neatLine.corners.map(([x, y]): Corner => [x * scale, y * scale])
  const outside = claims.find(({ word }) => !isInside(word, corners))
  if (!outside) return nothing('no-title')
  const { west, south, east, north } = claim.cell
  const places = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ] as const
  return {
    corners: corners.map((image, at) => ({ image, map: places[at]! })),
    reason: 'found',
    cell: claim.cell,
    read: outside.read,
    system: rule.system,
  }
}

/** Whether titles in the margins name one sheet of a series, so that it is worth looking for its neat line. */
export function claimsSheet(lettering: Lettering, rule: SeriesRule, gazetteer: Gazetteer): boolean {
  const [claim, ...others] = claimsOf(lettering, rule, gazetteer)
  return claim !== undefined && others.every(({ cell }) => isSame(cell, claim.cell))
}

function claimsOf(lettering: Lettering, rule: SeriesRule, gazetteer: Gazetteer): readonly Claim[] {
  const inMargin = lettering.words.filter((word) => isInMargin(word, lettering))
  return decide(strongest(claimsOfTitles(inMargin, rule, gazetteer)), cellsOfNumbers(inMargin, rule))
}

function isInMargin({ x, y }: Word, { width, height }: Lettering): boolean {
  const [fromLeft, fromTop] = [x / width, y / height]
  return Math.min(fromLeft, 1 - fromLeft, fromTop, 1 - fromTop) < MARGIN
}

function isInside({ x, y }: Word, corners: readonly Corner[]): boolean {
  const xs = corners.map(([cx]) => cx)
  const ys = corners.map(([, cy]) => cy)
  return x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys)
}

/** Names with a number go before names alone; of these the largest counts, if it is larger than all others. */
function strongest(claims: readonly Claim[]): Claim[] {
  const numbered = claims.filter(({ isNumbered }) => isNumbered)
  if (numbered.length > 0) return numbered
  const bySize = [...claims].sort((a, b) => b.word.height - a.word.height)
  const largest = bySize[0]
  if (!largest) return []
  return bySize.filter(({ word }) => word.height * TITLE_SIZE >= largest.word.height)
}

/** "Blatt 62 Aalen", "62. Aalen", "AALEN": each town of the series' extent that has such a name claims its cell. */
function claimsOfTitles(words: readonly Word[], rule: SeriesRule, gazetteer: Gazetteer): Claim[] {
  const { west, south, east, north } = rule.extent
  const region = gazetteer.region((place) => {
    const [lon, lat] = [gazetteer.lon[place]!, gazetteer.lat[place]!]
    return lon > west && lon < east && lat > south && lat < north
  })
  return words.flatMap((word) =>
    readingsOf(word).flatMap((read) => {
      const [, number, after] = /(?:^|[^\p{L}\d])(\d{1,4})[\s.,:–-]+(\p{L}[\p{L}\s.-]*)$/u.exec(read) ?? []
      const folded = foldName(after ?? read)
      if (folded.length < 4) return []
      const { matches } = region.search(folded, ALIKE, 8)
      // The most alike alone, and of these the one that is spelled so: "Mönsheim" is not "Monsheim".
      const alike = matches.filter(({ similarity }) => similarity >= matches[0]!.similarity - 1e-6)
      const spelled = alike.filter(({ place }) => isSpelled(gazetteer.names[place]!, after ?? read))
      const best = spelled.length > 0 ? spelled : alike
      return best.map(({ place }) => ({
        cell: cellAt(rule, gazetteer.lon[place]!, gazetteer.lat[place]!),
        read,
        word,
        isNumbered: number !== undefined,
      }))
    }),
  )
}

function isSpelled(name: string, read: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, '')
  return plain(name) === plain(read)
}

/** Cells of labels that are nothing but a number of rows and columns, as "7126" or "7 1 26". Years look the same. */
function cellsOfNumbers(words: readonly Word[], rule: SeriesRule): Cell[] {
  return words.flatMap(({ text }) =>
    /^[\d\s]{4,8}$/.test(text) ? (cellOfNumber(rule, text.replaceAll(/\s/g, '')) ?? []) : [],
  )
}

/** Where towns of one name, or several names, claim different cells, the one that a number names as well. */
function decide(claims: readonly Claim[], numbered: readonly Cell[]): readonly Claim[] {
  const agreed = claims.filter(({ cell }) => numbered.some((other) => isSame(cell, other)))
  return agreed.length > 0 ? agreed : claims
}

function readingsOf({ text, alternatives }: Word): string[] {
  const readings = [text, ...alternatives.slice(0, 3).map((one) => one.text)]
  return readings.map((read) => read.trim()).filter(({ length }) => length <= LONGEST_TITLE)
}

function isSame(one: Cell, other: Cell): boolean {
  return Math.abs(one.west - other.west) < 1e-9 && Math.abs(one.north - other.north) < 1e-9
}

/** Lengths of a cell's sides on a sphere. */
function shapeOf({ west, south, east, north }: Cell): Parameters<typeof findNeatLine>[1] {
  const across = (lat: number) => (east - west) * Math.cos((lat * Math.PI) / 180)
  return { top: across(north), bottom: across(south), height: north - south }
}
