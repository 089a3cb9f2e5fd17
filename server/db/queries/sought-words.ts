import { and, or, type SQL, sql } from 'drizzle-orm'
import type { SearchField } from '../../../contract/api/find-own.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import { maps, mapVersions, TITLE_START, TITLE_START_LETTERS, YEAR_SPAN } from '../schema/maps.ts'
import { boxValue, worldCopies } from './map-boxes.ts'

/** One word of a search and everything by which a map may have it. */
export interface SoughtWord {
  /** Folded; the word itself, or words that resemble it. */
  readonly texts: readonly string[]
  /** Users of that name. */
  readonly ownerIds: readonly string[]
  /** Places of that name. */
  readonly places: readonly MapPoint[]
  readonly years: { readonly first: number; readonly last: number } | undefined
}

/** What a search means. */
export interface Sought {
  /** All of it, folded. */
  readonly phrase: string
  /** A map must have each. */
  readonly words: readonly SoughtWord[]
  /** No map has the words themselves. */
  readonly isNear: boolean
}

const escaped = (folded: string) => folded.replace(/[\\%_]/g, '\\$&')
/** A pattern for texts that begin with a folded text; `%` and `_` in it mean themselves. */
export const beginningWith = (folded: string) => `${escaped(folded)}%`
/** The same for texts that hold it. */
export const containingFolded = (folded: string) => `%${escaped(folded)}%`

/** Of a single letter only words that begin with it: all others hold it somewhere, and no index tells which. */
const holds = (column: SQL | typeof maps.search, text: string): SQL =>
  /^.$/u.test(text)
    ? sql`${column} ~ ${`\\m${text.replace(/[^\p{L}\p{N}]/u, '\\$&')}`}`
    : sql`${column} like ${containingFolded(text)}`

const holdsAny = (column: SQL | typeof maps.search, { texts }: SoughtWord): SQL | undefined =>
  or(...texts.map((text) => holds(column, text)))

const isOwnedBy = ({ ownerIds }: SoughtWord): SQL | undefined =>
  ownerIds.length === 0 ? undefined : sql`${maps.ownerId} = any(${sql.param([...ownerIds])}::uuid[])`

/** Maps whose footprint covers a point; the box narrows, the outline decides. */
function covers([x, y]: MapPoint): SQL | undefined {
  return or(
    ...worldCopies({ minX: x, minY: y, maxX: x, maxY: y }).map(
      // Not `exists`: for that the database may look at the outlines of all maps beforehand.
      (copy) => sql`(${maps.corners} && ${boxValue(copy)} and coalesce((
        select ${mapVersions.outline} is null or ${mapVersions.outline} @> point(${copy.minX}, ${copy.minY})
          from ${mapVersions} where ${mapVersions.id} = ${maps.currentVersionId}), false))`,
    ),
  )
}

// As a range: of two comparisons the database expects far more maps, and reads those of the other words instead.
const hasYear = ({ years }: SoughtWord): SQL | undefined =>
  years && sql`(${YEAR_SPAN}) && int4range(${years.first}, ${years.last}, '[]')`

function hasWord(word: SoughtWord): SQL | undefined {
  return or(holdsAny(maps.search, word), isOwnedBy(word), hasYear(word), ...word.places.map(covers))
}

/** What a map must meet to be found. */
export function soughtConditions({ words }: Sought): SQL[] {
  return words.map(hasWord).filter((condition) => condition !== undefined)
}

/** What a map must meet to be found in one of its fields. */
export function soughtInField({ words }: Sought, field: SearchField): SQL[] {
  const text = field === 'title' ? sql`${maps.foldedTitles}` : sql`${maps.folded}->>${field}`
  const conditions = words.map((word) =>
    or(holdsAny(text, word), field === 'year' ? hasYear(word) : undefined),
  )
  return conditions.filter((condition) => condition !== undefined)
}

/** Titles begin with a folded phrase. */
function titlesBegin(phrase: string): SQL {
  const letters = Array.from(phrase)
  const start = sql`${TITLE_START} like ${beginningWith(letters.slice(0, TITLE_START_LETTERS).join(''))}`
  return letters.length <= TITLE_START_LETTERS
    ? start
    : sql`(${start} and ${maps.foldedTitles} like ${beginningWith(phrase)})`
}

/** What a map meets better than another, the best first: each level without what the ones before hold. */
export interface SoughtLevels {
  /** Its title begins with the phrase. */
  readonly begins: SQL
  /** A title holds the phrase. */
  readonly holds: SQL
  /** The titles have each word. */
  readonly inTitles: SQL
  /** Titles and people have. */
  readonly named: SQL
}

export function soughtLevels({ phrase, words }: Sought): SoughtLevels {
  const titles = sql`${maps.foldedTitles}`
  const people = sql`${maps.foldedPeople}`
  const inTitles = and(...words.map((word) => holdsAny(titles, word)))
  const named = and(
    ...words.map((word) => or(holdsAny(titles, word), holdsAny(people, word), isOwnedBy(word))),
  )
  return {
    begins: titlesBegin(phrase),
    holds: sql`${titles} like ${containingFolded(phrase)}`,
    inTitles: sql`(${inTitles ?? sql`false`})`,
    named: sql`(${named ?? sql`false`})`,
  }
}

/**
 * How well a map meets a search, as SQL for an integer: 4 its title begins with it, 3 a title holds it, 2 the titles have
 * each word, 1 titles and people have, 0 it is found otherwise.
 */
export function soughtRank(sought: Sought): SQL {
  const { begins, holds, inTitles, named } = soughtLevels(sought)
  return sql`(case when ${begins} then 4 when ${holds} then 3 when ${inTitles} then 2 when ${named} then 1 else 0 end)`
}

/** Maps that meet a search as well as one another. */
export interface RankLevel {
  readonly condition: SQL
  /**
   * Who meets it has the search's words: asked for them as well, the database would expect next to nothing, as to it the
   * one has nothing to do with the other, and would fetch and sort all of it.
   */
  readonly hasWords: boolean
}

/** The same as conditions, the best first, each without what the ones before hold. */
export function soughtRankConditions(sought: Sought): RankLevel[] {
  const { phrase, words } = sought
  const isOneText = words.length === 1 && words[0]?.texts.length === 1 && words[0].texts[0] === phrase
  // Not words that stand in for misspelt ones, nor one with a quotation mark within.
  const holdsWords = words.every(({ texts }) => texts.some((text) => phrase.includes(text)))
  const { begins, holds, inTitles, named } = soughtLevels(sought)
  return [
    { condition: begins, hasWords: holdsWords },
    { condition: sql`${holds} and not ${begins}`, hasWords: holdsWords },
    // A phrase of one word is held by whatever has the word.
    ...(isOneText ? [] : [{ condition: sql`${inTitles} and not ${holds}`, hasWords: true }]),
    { condition: sql`${named} and not ${inTitles} and not ${holds}`, hasWords: true },
    { condition: sql`not ${named} and not ${holds}`, hasWords: false },
  ]
}
