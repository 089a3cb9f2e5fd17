const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** An amount of bytes as people read it: 12.3 MB. Less than a kilobyte is one. */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes >= 1e9 ? 2 : bytes >= 1e6 ? 1 : 0
  const value = Math.max(1, bytes / 1_000 ** (power + 1))
  const text = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] ?? 'kilobyte',
    maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1,
  }).format(value)
  return text.replace(' ', '\u00a0')
}
