/**
 * Meridians that old maps count longitude from, degrees east of Greenwich, and the words by which a text names them.
 * EPSG 8909, 8903 and 8911; Pulkovo by Struve, 30°19′38.55″.
 */
const MERIDIANS = {
  ferro: { degrees: -(17 + 40 / 60), named: /ferr[oa]|fer[oą]|hierro/iu },
  pulkovo: { degrees: 30 + 19 / 60 + 38.55 / 3600, named: /pulkov\p{L}*/iu },
  paris: { degrees: 2 + 20 / 60 + 14.025 / 3600, named: /paris|paryž\p{L}*/iu },
  stockholm: { degrees: 18 + 3 / 60 + 29.8 / 3600, named: /sto[ck]kholm\p{L}*/iu },
} as const

export type Meridian = keyof typeof MERIDIANS
export const MERIDIAN_NAMES = Object.keys(MERIDIANS) as readonly Meridian[]

/** Longitude from Greenwich, −180 to 180, of one that is counted from another meridian. */
export function fromGreenwich(degrees: number, meridian: Meridian | null): number {
  return meridian === null ? degrees : turned(degrees + MERIDIANS[meridian].degrees)
}

/** The way back: longitude from another meridian, −180 to 180, of one that is counted from Greenwich. */
export function fromMeridian(degrees: number, meridian: Meridian | null): number {
  return meridian === null ? degrees : turned(degrees - MERIDIANS[meridian].degrees)
}

const turned = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)

const BESIDE = String.raw`[\s,;()]*`

/** `54°41′ N 42°57′ E from Ferro`: the text without its meridian, and the meridian; null where it names none. */
export function withoutMeridian(text: string): { readonly text: string; readonly meridian: Meridian | null } {
  for (const meridian of MERIDIAN_NAMES) {
    const { named } = MERIDIANS[meridian]
    const whole = `(?:from|nuo|of)?\\s*(?:${named.source})\\s*:?`
    const rest = new RegExp(`^${whole}${BESIDE}(?=.*\\d)|${BESIDE}${whole}${BESIDE}$`, 'iu')
    if (/\d/.test(text) && rest.test(text)) return { text: text.replace(rest, ''), meridian }
  }
  return { text, meridian: null }
}
