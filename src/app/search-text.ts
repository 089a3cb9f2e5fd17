/** Search parameters as texts: `?tab=public&q=Vilnius`. A repeated name keeps its last value. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The reverse of `parseSearch`; empty and absent values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' ? value !== '' : typeof value === 'number')
      parameters.set(name, String(value))
  const text = parameters.toString()
  return text ? `?${text}` : ''
}

/** The one of `known` that a search parameter names, else undefined. */
export function oneOf<Name extends string>(known: readonly Name[], value: unknown): Name | undefined {
  return known.find((name) => name === value)
}

/** A text parameter, absent when empty or of another type. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
