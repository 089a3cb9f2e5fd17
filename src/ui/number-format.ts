/** Numbers as the editor shows them, in the language of the interface. */

/** Two decimals, as reported coordinates have: `1 204.50`. */
export function formatCoordinate(value: number, language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
}

/** Degrees to about a decimetre: `25.279712`. */
export function formatDegrees(value: number, language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 6, maximumFractionDigits: 6 }).format(value)
}

/** A length on the scan in px: one decimal, two below 1. */
export function formatPixels(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: value < 1 ? 2 : 1 }).format(value)
}

/** A length on the ground: centimetres matter below 10 m, metres below a kilometre, then km with two decimals. */
export function formatGround(metres: number, language: string): string {
  if (metres >= 1000)
    return `${new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(metres / 1000)}\u00a0km`
  const decimals = metres < 1 ? 2 : metres < 10 ? 1 : 0
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(metres)}\u00a0m`
}

/** A share as `45%`, or `45 %` where the language parts them: 0–100. */
export function formatPercent(percent: number, language: string, decimals = 0): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(percent / 100)
}
