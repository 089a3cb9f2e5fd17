import { and, or, type SQL, sql } from 'drizzle-orm'
import type { MapPoint } from '../../../contract/control-points.ts'
import { maps, mapVersions } from '../schema/maps.ts'
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

const holdsAny = (column: SQL | typeof maps.search, { texts }: SoughtWord): SQL | undefined =>
  or(...texts.map((text) => sql`${column} like ${containingFolded(text)}`))

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

function hasWord(word: SoughtWord): SQL | undefined {
  const { years, places } = word
  return or(
    holdsAny(maps.search, word),
    isOwnedBy(word),
    years && and(sql`${maps.firstYear} <= ${years.last}`, sql`${maps.lastYear} >= ${years.first}`),
    ...places.map(covers),
  )
}

/** What a map must meet to be found. */
export function soughtConditions({ words }: Sought): SQL[] {
  return words.map(hasWord).filter((condition) => condition !== undefined)
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
    begins: sql`${titles} like ${beginningWith(phrase)}`,
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

/** The same as conditions, the best first, each without what the ones before hold. */
export function soughtRankConditions(sought: Sought): SQL[] {
  const { phrase, words } = sought
  const isOneText = words.length === 1 && words[0]?.texts.length === 1 && words[0].texts[0] === phrase
  const { begins, holds, inTitles, named } = soughtLevels(sought)
  return [
    begins,
    sql`${holds} and not ${begins}`,
    // A phrase of one word is held by whatever has the word.
    ...(isOneText ? [] : [sql`${inTitles} and not ${holds}`]),
    sql`${named} and not ${inTitles} and not ${holds}`,
    sql`not ${named} and not ${holds}`,
  ]
}
