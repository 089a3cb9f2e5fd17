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

/** Spellings of licences besides their names and addresses, as `plain` leaves them. */
const OTHER_SPELLINGS: Readonly<Record<string, Licence>> = {
  publicdomain: 'PDM-1.0',
  publicdomainmark: 'PDM-1.0',
  publicdomainmark10: 'PDM-1.0',
  pd: 'PDM-1.0',
  pdm: 'PDM-1.0',
  viešasisdomenas: 'PDM-1.0',
  viešojinuosavybė: 'PDM-1.0',
  cc0: 'CC0-1.0',
  cczero: 'CC0-1.0',
  cczero10: 'CC0-1.0',
  incopyright: 'InC',
  allrightsreserved: 'InC',
  visosteisėssaugomos: 'InC',
}

/** Without case, spaces and signs, and without what is said of every licence of Creative Commons. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\bcreative commons\b/g, 'cc')
    .replace(/\b(?:international|universal|licence|license|licencija)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

const plainAddress = (text: string) =>
  text
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/(?:\/deed(?:\.\w+)?|\/legalcode(?:\.\w+)?)?\/?$/, '')

/**
 * The licence that a text names: by its name however it is spelt ("CC BY 4.0"), its address, or a common word for it
 * ("public domain"). Undefined for everything else, as for a licence without its version, of which there are several.
 */
export function readLicence(text: string): Licence | undefined {
  const trimmed = text.trim()
  return (
    LICENCE_NAMES.find(
      (name) => plain(name) === plain(trimmed) || plainAddress(LICENCES[name]) === plainAddress(trimmed),
    ) ?? (Object.hasOwn(OTHER_SPELLINGS, plain(trimmed)) ? OTHER_SPELLINGS[plain(trimmed)] : undefined)
  )
}
