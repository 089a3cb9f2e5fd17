/**
 * Under what terms a scan may be used, in the words of Creative Commons and RightsStatements.org. `InC`: in copyright,
 * all rights reserved. The address says what each means.
 */
export const LICENCES = {
  'PDM-1.0': 'https://creativecommons.org/publicdomain/mark/1.0/',
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'CC-BY-ND-4.0': 'https://creativecommons.org/licenses/by-nd/4.0/',
  'CC-BY-NC-4.0': 'https://creativecommons.org/licenses/by-nc/4.0/',
  'CC-BY-NC-SA-4.0': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'CC-BY-NC-ND-4.0': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  InC: 'https://rightsstatements.org/vocab/InC/1.0/',
} as const

export type Licence = keyof typeof LICENCES

/** The licences in the order in which they are offered: the freest first. */
export const LICENCE_NAMES = Object.keys(LICENCES) as [Licence, ...Licence[]]

/** Whether a text names a licence of the list. */
export function isLicence(text: string): text is Licence {
  return Object.hasOwn(LICENCES, text)
}
