/** What a key means while panes lie side by side. */
export type PanesCommand =
  | { readonly kind: 'leave' | 'outlines' | 'cross' }
  /** `at` counts from 0. */
  | { readonly kind: 'focus'; readonly at: number }

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Null: it means nothing here. Letters and digits belong to the panes alone, for elsewhere they are typed. */
export function panesCommand(pressed: PressedKey, isPaneFocused: boolean): PanesCommand | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return { kind: 'leave' }
  if (!isPaneFocused) return null
  if (/^[1-4]$/.test(key)) return { kind: 'focus', at: Number(key) - 1 }
  if (key.toLowerCase() === 'v') return { kind: 'outlines' }
  return key.toLowerCase() === 'x' ? { kind: 'cross' } : null
}
