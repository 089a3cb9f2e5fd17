/** No point is set more exactly than that. */
const LEAST_METRES = 0.1

/**
 * A length on the ground that is an estimate: one digit, two where the first is a 1 or a 2, so that none is rounded by more
 * than a sixth: `0.4 m`, `26 m`, `300 m`, `1.4 km`.
 */
export function formatRough(length: number, language: string): string {
  const metres = Math.max(length, LEAST_METRES)
  const maximumSignificantDigits = /^[12]/.test(metres.toExponential()) ? 2 : 1
  const isFar = Number(metres.toPrecision(maximumSignificantDigits)) >= 1000
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits })
  return isFar ? `${number.format(metres / 1000)}\u00a0km` : `${number.format(metres)}\u00a0m`
}
