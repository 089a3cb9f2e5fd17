/** Two numbers of a grid, as they were typed, and what was written beside them. */
export interface TypedMetres {
  readonly numbers: readonly [first: number, second: number]
  readonly grid: TypedGrid | null
}

export type TypedGrid =
  | { readonly kind: 'epsg'; readonly code: number }
  /** `isNorth` null: an S is the band north of 32° as well as the southern half. */
  | { readonly kind: 'utm'; readonly zone: number; readonly isNorth: boolean | null }

const UTM = /^(?:utm ?)?(\d{1,2}) ?([c-hj-np-x])[ ,;:]+(.+)$/i
const EPSG = /^(?:epsg ?:? ?)(\d{3,6})[ ,;:]+(.+)$/i
const EPSG_AFTER = /^(.+?)[ ,;]+\(?epsg ?:? ?(\d{3,6})\)?$/i
const LKS = /^(?:lks[ -]?(?:19)?94)[ ,;:]+(.+)$/i
/** What Lithuania measures by. */
const LKS94 = 3346

/** Two numbers with the grid that the text names, or null where it holds something else. Blanks in it are single. */
export function typedMetres(text: string): TypedMetres | null {
  const utm = UTM.exec(text)
  if (utm) return withNumbers(utm[3], { kind: 'utm', zone: Number(utm[1]), isNorth: halfOf(utm[2] ?? '') })
  const [epsg, after, lks] = [EPSG.exec(text), EPSG_AFTER.exec(text), LKS.exec(text)]
  if (epsg) return withNumbers(epsg[2], { kind: 'epsg', code: Number(epsg[1]) })
  if (after) return withNumbers(after[1], { kind: 'epsg', code: Number(after[2]) })
  if (lks) return withNumbers(lks[1], { kind: 'epsg', code: LKS94 })
  return withNumbers(text, null)
}

function halfOf(band: string): boolean | null {
  const letter = band.toUpperCase()
  return letter === 'S' ? null : letter >= 'N'
}

function withNumbers(text: string | undefined, grid: TypedGrid | null): TypedMetres | null {
  const numbers = numbersOf(text ?? '')
  return numbers && { numbers, grid }
}

/** `X=582000 Y=6061000`, `582000 m E 6061000 m N`: without the letters, for either order is tried. */
const bare = (text: string) =>
  text
    .replace(/(^|[ ,;])[XYENRŠ] ?[=:]? ?(?=[+−-]?\d)/giu, '$1')
    .replace(/(\d) ?(?:m ?[ENRŠ]?|[ENRŠ])(?=[ ,;]|$)/giu, '$1')
    .trim()

/** Thousands apart: `582 000,5 6 061 000`. */
const IN_THOUSANDS = /^(\d{1,3}(?: \d{3})+(?:[.,]\d+)?) (\d{1,3}(?: \d{3})+(?:[.,]\d+)?)$/

/** `582 000,5; 6 061 000`, `582000.5, 6061000`, `582000 6061000`. */
function numbersOf(text: string): readonly [number, number] | null {
  const plain = bare(text)
  const halves =
    IN_THOUSANDS.exec(plain)?.slice(1) ??
    [/;/, /, /, / /, /,/].map((by) => plain.split(by)).find(({ length }) => length === 2)
  const [first, second] = (halves ?? []).map(numberOf)
  return first !== undefined && second !== undefined && Number.isFinite(first) && Number.isFinite(second)
    ? [first, second]
    : null
}

/** The last comma or full stop parts the fraction. */
function numberOf(text: string): number {
  const plain = text.replaceAll(' ', '').replace('−', '-')
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : NaN
}
