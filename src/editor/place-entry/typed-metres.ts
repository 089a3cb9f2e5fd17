/** Two numbers of a grid, as they were typed, and what was written beside them. */
export interface TypedMetres {
  readonly numbers: readonly [first: number, second: number]
  readonly grid: TypedGrid | null
}

export type TypedGrid =
  | { readonly kind: 'epsg'; readonly code: number }
  /** `isNorth` null: an S is the band north of 32° as well as the southern half. */
  | { readonly kind: 'utm'; readonly zone: number; readonly isNorth: boolean | null }

const UTM = /^(?:utm\s*)?(\d{1,2})\s*([c-hj-np-x])[\s,;:]+(.+)$/i
const EPSG = /^(?:epsg\s*:?\s*)(\d{3,6})[\s,;:]+(.+)$/i
const EPSG_AFTER = /^(.+?)[\s,;]+\(?epsg\s*:?\s*(\d{3,6})\)?$/i
const LKS = /^(?:lks[\s-]*(?:19)?94)[\s,;:]+(.+)$/i
/** What Lithuania measures by. */
const LKS94 = 3346

/** Two numbers with the grid that the text names, or null where it holds something else. */
export function typedMetres(text: string): TypedMetres | null {
  const plain = text.trim()
  const utm = UTM.exec(plain)
  if (utm) return withNumbers(utm[3], { kind: 'utm', zone: Number(utm[1]), isNorth: halfOf(utm[2] ?? '') })
  const [epsg, after, lks] = [EPSG.exec(plain), EPSG_AFTER.exec(plain), LKS.exec(plain)]
  if (epsg) return withNumbers(epsg[2], { kind: 'epsg', code: Number(epsg[1]) })
  if (after) return withNumbers(after[1], { kind: 'epsg', code: Number(after[2]) })
  if (lks) return withNumbers(lks[1], { kind: 'epsg', code: LKS94 })
  return withNumbers(plain, null)
}

function halfOf(band: string): boolean | null {
  const letter = band.toUpperCase()
  return letter === 'S' ? null : letter >= 'N'
}

function withNumbers(text: string | undefined, grid: TypedGrid | null): TypedMetres | null {
  const numbers = numbersOf(text ?? '')
  return numbers && { numbers, grid }
}

/** `582 000,5; 6 061 000`, `582000.5, 6061000`, `582000 6061000`, `582000 m E 6061000 m N`. */
function numbersOf(text: string): readonly [number, number] | null {
  const bare = text
    .replace(/(\d)\s*m?\s*[ENRŠ](?=[\s,;]|$)/giu, '$1')
    .replace(/(\d)\s*m(?=[\s,;]|$)/giu, '$1')
  const halves = [/;/, /,\s+/, /\s+/, /,/]
    .map((by) => bare.trim().split(by))
    .find(({ length }) => length === 2)
  const [first, second] = (halves ?? []).map(numberOf)
  return first !== undefined && second !== undefined && Number.isFinite(first) && Number.isFinite(second)
    ? [first, second]
    : null
}

/** Thousands may stand apart; the last comma or full stop parts the fraction. */
function numberOf(text: string): number {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace('−', '-')
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : NaN
}
