import type { MapRecord } from '../../../contract/api/map-record.ts'
import { foldedText } from '../../ui/folded-text.ts'

/** Words of titles that name no place, folded: of English, Lithuanian, German, French, Polish, Russian and Latin maps. */
const PLAIN_WORDS = new Set(
  `a after am an and as at aus carte charte chart city county de del der des die district du east et from gegend general
   gubernija gubernijos historical i in ir is iz ja je karta karte la land le map mapa maps maly mit miasta miesto miestas
   na nach new north nova o oder of old on plan plana planas plane plano plans planu po region river road s scan sheet
   south stadt stadtplan street survey tabula the through to topographic topographical town towns und umgebung upe upes von
   west with y zemelapis zemelapiai zemelapio zur`.split(/\s+/),
)
/** Shorter words name few places and begin many. */
const LEAST_LETTERS = 3
/** Each is a search of the server's. */
const MOST_PHRASES = 4
/** Endings of Lithuanian genitives, the longest first: "Kauno planas" is a plan of Kaunas. */
const GENITIVE = /(iaus|aus|iu|io|os|es|us|ies|u|o)$/
/** So much longer than the stem a name may be. */
const MOST_ENDING = 3

/** What begins a name of two words and names nothing alone: "New York". */
const FORE_WORDS = new Set(['new', 'old', 'nova', 'north', 'south', 'east', 'west'])

type Described = Pick<MapRecord, 'titles' | 'description'>

/** What may name a place. */
export interface PlacePhrase {
  readonly text: string
  /** Of a title, which says more of the whole map than its description does. */
  readonly isOfTitle: boolean
}

/** What of a record may name its place, the likeliest first: words and pairs of words of its titles, then of what describes it. */
export function placePhrases({ titles, description }: Described): PlacePhrase[] {
  const found = new Map<string, PlacePhrase>()
  const add = (source: string | null, isOfTitle: boolean) => {
    for (const text of phrasesOf(source ?? ''))
      if (!found.has(foldedText(text))) found.set(foldedText(text), { text, isOfTitle })
  }
  for (const title of [titles.modernTitle, titles.title, titles.alternativeTitle]) add(title, true)
  add(description, false)
  return [...found.values()].slice(0, MOST_PHRASES)
}

/** Names of two words before the words alone. Names are capitalised, unless nothing in the text is. */
function phrasesOf(text: string): string[] {
  const words = text.match(/[\p{L}’'-]+/gu) ?? []
  // The first word of a sentence is capitalised whatever it is.
  const needsCapital = words.slice(1).some(isCapitalised)
  const isName = (word: string) =>
    word.length >= LEAST_LETTERS &&
    !PLAIN_WORDS.has(foldedText(word)) &&
    (!needsCapital || isCapitalised(word))
  const isFirst = (word: string) => isName(word) || (isCapitalised(word) && FORE_WORDS.has(foldedText(word)))
  const pairs = words.flatMap((word, at) => {
    const pair = `${word} ${words[at + 1] ?? ''}`
    return isFirst(word) && isName(words[at + 1] ?? '') && text.includes(pair) ? [pair] : []
  })
  return [...pairs, ...words.filter(isName)]
}

const isCapitalised = (word: string) => /^\p{Lu}/u.test(word)

/** The part of a Lithuanian word before its ending, to be searched for where the word itself names nothing. */
export function stemOf(phrase: string): string | null {
  const folded = foldedText(phrase)
  const stem = folded.replace(GENITIVE, '')
  return stem !== folded && stem.length >= LEAST_LETTERS ? phrase.slice(0, stem.length) : null
}

/** Whether a place that was found bears the name that was looked for: "Klaipėda (Memel), Lithuania" that of Memel. */
export function isNamed(found: string, phrase: string): boolean {
  return namesOf(found).includes(foldedText(phrase))
}

/** Whether a name is the stem with an ending. */
export function isNamedByStem(found: string, stem: string): boolean {
  const folded = foldedText(stem)
  return namesOf(found).some((name) => name.startsWith(folded) && name.length <= folded.length + MOST_ENDING)
}

function namesOf(found: string): string[] {
  const [name = ''] = found.split(',')
  const [, before = name, other] = /^([^(]*)(?:\(([^)]*)\))?/.exec(name) ?? []
  return [before, other ?? ''].map((one) => foldedText(one.trim())).filter((one) => one !== '')
}

/** A place that a map may show. */
export interface PlaceGuess<Place> {
  readonly place: Place
  readonly isOfTitle: boolean
}

interface GuessSearch<Place extends { readonly name: string; readonly point: readonly [number, number] }> {
  readonly phrases: readonly PlacePhrase[]
  /** The language of the interface first. */
  readonly languages: readonly string[]
  readonly search: (text: string, language: string) => Promise<readonly Place[]>
}

/** So often it asks for one map. */
const MOST_SEARCHES = 8
const MOST_GUESSES = 3

/**
 * The places that phrases name, one after another. A country may be named in another language than the interface's; the
 * place is then called as the interface calls it.
 */
export async function* guessPlaces<
  Place extends { readonly name: string; readonly point: readonly [number, number] },
>({ phrases, languages, search }: GuessSearch<Place>): AsyncGenerator<PlaceGuess<Place>> {
  const seen = new Set<string>()
  let searches = 0
  for (const { text, isOfTitle } of phrases) {
    const stem = stemOf(text)
    const tries = [
      { asked: text, isMeant: (name: string) => isNamed(name, text) },
      ...(stem ? [{ asked: stem, isMeant: (name: string) => isNamedByStem(name, stem) }] : []),
    ].flatMap((one) => languages.map((language) => ({ ...one, language })))
    const inOwn = new Map<string, readonly Place[]>()
    for (const { asked, isMeant, language } of tries) {
      if (searches >= MOST_SEARCHES || seen.size >= MOST_GUESSES) return
      searches += 1
      const places = await search(asked, language)
      if (language === languages[0]) inOwn.set(asked, places)
      const found = places.find(({ name }) => isMeant(name))
      if (!found) continue
      const key = found.point.join(' ')
      const place = inOwn.get(asked)?.find(({ point }) => point.join(' ') === key) ?? found
      if (!seen.has(key)) yield { place, isOfTitle }
      seen.add(key)
      break
    }
  }
}

/** The name alone, as a button shows it: without region and country. */
export const shortName = (found: string): string => found.split(',')[0]?.trim() ?? found
