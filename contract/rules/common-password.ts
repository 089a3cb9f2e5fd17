/** Capitals, digits and marks that are put around a word to satisfy a rule. */
const DRESSING = /^[^\p{L}]+|[^\p{L}]+$/gu
/** A word shorter than this says too little: "Abc12345xyz" is no common password for having an "abc". */
const WORD_MIN = 4

/**
 * Whether a password is among the most common ones: as it stands, whatever the case of its letters, or without the
 * digits and marks around its word (`Monkey12!`).
 *
 * @param common lower-case passwords
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase()
  const word = plain.replace(DRESSING, '')
  return common.has(plain) || (word.length >= WORD_MIN && common.has(word))
}

/** The 3,000 most common passwords in order of their frequency (zxcvbn 4.4.2, MIT). Loaded when first asked for. */
export async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { default: text } = await import('./common-passwords.txt?raw')
  return new Set(text.trim().split('\n'))
}
