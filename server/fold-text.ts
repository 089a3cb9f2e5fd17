/**
 * A text as a search compares it: lower case, without accents, letters outside ASCII spelt in it where they have a
 * usual spelling, runs of spaces as one. "Žemėlapis" and "zemelapis" fold alike.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþıħŧŋ]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Letters that do not come apart into a base letter and an accent. */
const SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
}

/** What makes two names or addresses the same: case and compatibility forms do not, accents do. */
export function identityKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
}

/** What makes two usernames the same: both apostrophes count as one. */
export function usernameKey(username: string): string {
  return identityKey(username).replaceAll('’', "'")
}
