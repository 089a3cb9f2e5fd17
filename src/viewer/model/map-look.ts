/** How the colours of a shown map are drawn, as the address and its panel say it. */
export interface MapLook {
  /** Share of `OverlayLook.paper`, whole percents; 0 draws the paper. */
  readonly paperPercent: number
  readonly ink: Ink | null
  readonly isMultiplied: boolean
}

/** Inks that a map may be drawn in. */
export const INKS = ['black', 'red', 'blue', 'green'] as const
export type Ink = (typeof INKS)[number]

/**
 * Red, green and blue, 0 to 1: the inks of maps and of their correctors, dark enough to be read on any ground.
 */
export const INK_COLOURS: Record<Ink, readonly [red: number, green: number, blue: number]> = {
  black: [0.08, 0.08, 0.1],
  red: [0.76, 0.16, 0.1],
  blue: [0.13, 0.27, 0.63],
  green: [0.1, 0.42, 0.29],
}

/** Farther from the paper's colour than this there is little left to draw. */
export const MOST_PAPER_PERCENT = 40

export const PLAIN_LOOK: MapLook = { paperPercent: 0, ink: null, isMultiplied: false }

export const isPlain = ({ paperPercent, ink, isMultiplied }: MapLook) =>
  paperPercent === 0 && ink === null && !isMultiplied

/** Words of an address, divided by dots: "paper20.red.multiply"; empty for a plain look. */
export function lookText({ paperPercent, ink, isMultiplied }: MapLook): string {
  const words = [paperPercent > 0 ? `paper${paperPercent}` : '', ink ?? '', isMultiplied ? 'multiply' : '']
  return words.filter(Boolean).join('.')
}

/** The reverse of `lookText`: what it does not know is left out. */
export function lookOf(text: string | undefined): MapLook {
  const words = (text ?? '').split('.')
  const paper = words.map((word) => /^paper(\d{1,2})$/.exec(word)?.[1]).find(Boolean)
  return {
    paperPercent: Math.min(Number(paper ?? 0), MOST_PAPER_PERCENT),
    ink: INKS.find((ink) => words.includes(ink)) ?? null,
    isMultiplied: words.includes('multiply'),
  }
}
