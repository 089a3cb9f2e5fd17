/** A length on the ground: whole metres, from 1000 m on km with two decimals. */
export function formatLength(metres: number, language: string): string {
  const whole = Math.round(metres)
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value)
  return whole < 1000 ? `${number(whole, 0)}\u00A0m` : `${number(metres / 1000, 2)}\u00A0km`
}

/** How far something is, as one says it: it does not change with every step. Tens of metres, tenths of km, from 10 km on km. */
export function formatAway(metres: number, language: string): string {
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value)
  const tens = Math.max(10, Math.round(metres / 10) * 10)
  if (tens < 1000) return `${number(tens, 0)}\u00A0m`
  return `${number(metres / 1000, metres < 10_000 ? 1 : 0)}\u00A0km`
}

/** An area on the ground: m² below a hectare, ha below a square kilometre, then km², with two decimals. */
export function formatArea(squareMetres: number, language: string): string {
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value)
  if (squareMetres < 10_000) return `${number(squareMetres, 0)}\u00A0m²`
  if (squareMetres < 1_000_000) return `${number(squareMetres / 10_000, 2)}\u00A0ha`
  return `${number(squareMetres / 1_000_000, 2)}\u00A0km²`
}
