import type { FoundWord } from '../../contract/api/lettering.ts'

/** A word with the maps that it is written on, the surest spot of each. */
export interface WrittenWord {
  readonly text: string
  readonly spots: readonly FoundWord[]
}

/** Found words by what is written, in whatever case; the order of the answer stays. */
export function writtenWords(words: readonly FoundWord[]): WrittenWord[] {
  const groups = new Map<string, { text: string; spots: Map<string, FoundWord> }>()
  for (const found of words) {
    const { text } = found.word
    const key = text.trim().toLocaleLowerCase()
    const group = groups.get(key) ?? { text: text.trim(), spots: new Map<string, FoundWord>() }
    groups.set(key, group)
    if (!group.spots.has(found.mapId)) group.spots.set(found.mapId, found)
  }
  return [...groups.values()].map(({ text, spots }) => ({ text, spots: [...spots.values()] }))
}
