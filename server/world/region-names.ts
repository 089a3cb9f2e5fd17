/** Counties of Lithuania in Lithuanian; the sources have the names of most regions in English alone. */
const LITHUANIAN: ReadonlyMap<string, string> = new Map([
  ['Alytus County', 'Alytaus apskritis'],
  ['Kaunas County', 'Kauno apskritis'],
  ['Klaipėda County', 'Klaipėdos apskritis'],
  ['Marijampolė County', 'Marijampolės apskritis'],
  ['Panevėžys County', 'Panevėžio apskritis'],
  ['Šiauliai County', 'Šiaulių apskritis'],
  ['Tauragė County', 'Tauragės apskritis'],
  ['Telšiai County', 'Telšių apskritis'],
  ['Utena County', 'Utenos apskritis'],
  ['Vilnius County', 'Vilniaus apskritis'],
])

/** English words that say what kind of region it is. */
const KIND = / (?:County|Voivodeship|District|Municipality|Region|Province)$/

/** The name of a region in a language; where that is not known, without the English word for its kind. */
export function regionNameIn(name: string, country: string, language: string): string {
  if (language !== 'lt') return name
  return (country === 'LT' ? LITHUANIAN.get(name) : undefined) ?? name.replace(KIND, '')
}

/** The same as a part of an address; null where it would be half English. */
export function regionPartIn(name: string, country: string, language: string): string | null {
  const named = regionNameIn(name, country, language)
  return language === 'lt' && KIND.test(name) && name.startsWith(named) ? null : named
}
