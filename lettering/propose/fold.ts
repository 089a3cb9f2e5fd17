/** Letters that Unicode does not take apart into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ſ: 's',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
}

/** Digits that a reader gives for letters. */
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 5: 's', 6: 'b', 8: 'b' }

/** Spellings that old maps and today's gazetteers differ in, in this order. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/th|dt/g, 't'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 'z'],
  [/tz/g, 'z'],
  [/c/g, 'k'],
  [/[yj]/g, 'i'],
  [/v/g, 'w'],
]

/** What a name is compared by: small letters without marks, spaces or signs, in one spelling. Empty without letters. */
export function foldName(name: string): string {
  let folded = name
    .toLowerCase()
    .replaceAll(/[ßſæœøłđðþıħ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{L})[01568]|[01568](?=\p{L})/gu, (digit) => DIGITS[digit]!)
    .replaceAll(/[^\p{L}]/gu, '')
  for (const [pattern, by] of SPELLINGS) folded = folded.replaceAll(pattern, by)
  return folded.replaceAll(/(.)\1+/gu, '$1')
}

/** The words of a name, where it has several. */
export function wordsOf(name: string): string[] {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  return words.length > 1 ? words : []
}
