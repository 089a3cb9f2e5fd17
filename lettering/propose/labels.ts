import type { Lettering, Word } from '../words.ts'
import { foldName, wordsOf } from './fold.ts'
import type { Gazetteer, NameMatch, Region } from './gazetteer.ts'

/** A word of the scan with the places that it may name. */
export interface Label {
  readonly word: Word
  /** Middle of the label [px], from the middle of the scan, x to the right and y up. */
  readonly x: number
  readonly y: number
  readonly matches: readonly LabelMatch[]
  /** Places of the region whose names are alike enough, those beyond the limit counted as well. */
  readonly found: number
}

export interface LabelMatch extends NameMatch {
  /** The reading that is like the place's name. */
  readonly read: string
}

/** How places are searched for labels. */
export interface MatchRule {
  readonly atLeast: number
  /** Most places a label. */
  readonly limit: number
  /** Shortest folded reading. */
  readonly minLength: number
}

/** Most labels that are looked up: the surest. No sheet carries more names of places. */
const MAX_LABELS = 5000
/** Other readings of a label that are looked up. */
const MAX_ALTERNATIVES = 3
/** What one word of a longer label is worth. */
const PART_WORTH = 0.95
/** Shortest folded word of a longer label that is looked up alone. */
const MIN_PART_LENGTH = 5

/** The words of a scan that may name places of a region; those without any are left out. */
export function labelsOf(
  lettering: Lettering,
  gazetteer: Gazetteer,
  region: Region,
  rule: MatchRule,
): Label[] {
  const cache = new Map<string, { matches: NameMatch[]; found: number }>()
  const search = (folded: string) => {
    let result = cache.get(folded)
    if (!result) cache.set(folded, (result = region.search(folded, rule.atLeast, rule.limit)))
    return result
  }
  return surestWords(lettering.words).flatMap((word) => {
    const best = new Map<number, LabelMatch>()
    let found = 0
    for (const { text, folded, worth } of readingsOf(word, rule.minLength)) {
      const result = search(folded)
      found = Math.max(found, result.found)
      for (const match of result.matches) {
        const alike = match.similarity * worth
        if (alike >= rule.atLeast - 1e-6 && alike > (best.get(match.place)?.similarity ?? 0))
          best.set(match.place, { place: match.place, similarity: alike, read: text })
      }
    }
    if (best.size === 0) return []
    const matches = [...best.values()]
      .sort(
        (a, b) =>
          b.similarity - a.similarity ||
          gazetteer.population[b.place]! - gazetteer.population[a.place]! ||
          a.place - b.place,
      )
      .slice(0, rule.limit)
    const x = word.x - lettering.width / 2
    const y = lettering.height / 2 - word.y
    return [{ word, x, y, matches, found: Math.max(found, matches.length) }]
  })
}

function surestWords(words: readonly Word[]): Word[] {
  const usable = words.filter((word) =>
    [word.x, word.y, word.width, word.height, word.angle].every((value) => Number.isFinite(value)),
  )
  if (usable.length <= MAX_LABELS) return usable
  return usable.sort((a, b) => b.certainty - a.certainty).slice(0, MAX_LABELS)
}

function readingsOf(word: Word, minLength: number): { text: string; folded: string; worth: number }[] {
  const readings = new Map<string, { text: string; folded: string; worth: number }>()
  const add = (text: string, folded: string, worth: number, shortest: number) => {
    if (folded.length >= shortest && !readings.has(folded)) readings.set(folded, { text, folded, worth })
  }
  const texts = [word.text, ...word.alternatives.slice(0, MAX_ALTERNATIVES).map(({ text }) => text)]
  for (const text of texts) add(text, foldName(text), 1, minLength)
  for (const text of texts)
    for (const part of wordsOf(text)) add(part, foldName(part), PART_WORTH, MIN_PART_LENGTH)
  return [...readings.values()]
}
