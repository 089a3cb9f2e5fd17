import { storedValue } from './stored-value.ts'
import { useValueOf, valueStore } from './value-store.ts'

/** What of a press decides which shortcut it is. */
export interface ShortcutPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const stored = storedValue('singleKeys', (value) => (typeof value === 'boolean' ? value : undefined))
const singleKeys = valueStore(stored.read() ?? true)

/** Whether keys that type a character are shortcuts, as this browser's user chose. */
export const useSingleKeys = (): boolean => useValueOf(singleKeys)

/** Turns shortcuts of a single character on or off: whoever speaks to the device would press them unawares. */
export function setSingleKeys(areOn: boolean): void {
  stored.write(areOn)
  singleKeys.set(areOn)
}

/** What stands on the keys of a keyboard for English. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  Slash: '/',
  Comma: ',',
  Period: '.',
  BracketLeft: '[',
  BracketRight: ']',
}

/**
 * The key of a press as shortcuts name it. Where the layout types a letter of another alphabet, as the digit row of the
 * Lithuanian one does (ą č ę ė), it is what stands on that key for English.
 *
 * @returns empty for a character while shortcuts of single characters are off
 */
export function shortcutKey({ key, code, ctrlKey, metaKey, altKey }: ShortcutPress): string {
  const isCharacter = key.length === 1 && key !== ' '
  if (isCharacter && !singleKeys.get() && !ctrlKey && !metaKey && !altKey) return ''
  // A capital comes of Shift, with which the row types other signs.
  const isForeign = isCharacter && /\P{ASCII}/u.test(key) && key === key.toLowerCase()
  return isForeign ? (SIGNS[code] ?? /^(?:Digit|Key)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key) : key
}
