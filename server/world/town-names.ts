import { readFileSync } from 'node:fs'
import { foldText } from '../fold-text.ts'
import { projectPath } from '../project-path.ts'
import type { Town } from './towns.ts'

/** A town and the names that it bears on old and foreign maps. */
export interface NamedTown {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** As the gazetteer has it. */
  readonly name: string
  /** Degrees, as stated with the names: right to some kilometres. */
  readonly lat: number
  readonly lon: number
  readonly others: readonly string[]
  /** The gazetteer lacks the town: the table alone has it. */
  readonly isOwn: boolean
}

/** A place of the table is the one of its name that lies no farther off than this. */
export const SAME_TOWN_KM = 10

const LINE = /^(\+?)([A-Z]{2}) (.+) (-?\d+\.\d+) (-?\d+\.\d+): (.+)$/

/** Towns with their other names: data/town-names.txt. Throws where a line of it cannot be read. */
export function readNamedTowns(): NamedTown[] {
  return readFileSync(projectPath('server', 'world', 'data', 'town-names.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, own, country = '', name = '', lat, lon, others = ''] = LINE.exec(line) ?? []
      if (country === '') throw new Error(`town-names.txt: cannot read "${line}"`)
      return {
        country,
        name,
        lat: Number(lat),
        lon: Number(lon),
        others: others.split(',').map((other) => other.trim()),
        isOwn: own === '+',
      }
    })
}

/** The other names of each town that has any, by its GeoNames id. */
export function otherNamesById(towns: readonly Town[]): Map<number, readonly string[]> {
  const named = grouped(towns)
  const found = new Map<number, readonly string[]>()
  for (const one of readNamedTowns()) {
    const nearest = (named.get(keyOf(one.country, one.name)) ?? [])
      .map((town) => ({ town, km: kilometresBetween(one, town.loc.coordinates) }))
      .toSorted((a, b) => a.km - b.km || b.town.population - a.town.population)[0]
    if (!one.isOwn && nearest && nearest.km <= SAME_TOWN_KM) found.set(nearest.town.cityId, one.others)
  }
  return found
}

let table: ReadonlyMap<string, readonly NamedTown[]> | undefined

/** The other names of one town of the gazetteer; none where the table has none. */
export function otherNamesOf(town: {
  readonly country: string
  readonly name: string
  readonly lat: number
  readonly lon: number
}): readonly string[] {
  table ??= grouped(readNamedTowns())
  const same = table.get(keyOf(town.country, town.name)) ?? []
  return same.find((one) => kilometresBetween(one, [town.lon, town.lat]) <= SAME_TOWN_KM)?.others ?? []
}

function grouped<T extends { readonly country: string; readonly name: string }>(towns: readonly T[]) {
  const groups = new Map<string, T[]>()
  for (const town of towns) {
    const key = keyOf(town.country, town.name)
    const same = groups.get(key)
    if (same) same.push(town)
    else groups.set(key, [town])
  }
  return groups
}

const keyOf = (country: string, name: string) => `${country} ${foldText(name)}`

/** Kilometres, on a sphere: good enough to tell two towns of one name apart. */
export function kilometresBetween(
  { lat, lon }: { readonly lat: number; readonly lon: number },
  [otherLon, otherLat]: readonly [lon: number, lat: number],
): number {
  const perDegree = 111.2
  const east = (otherLon - lon) * Math.cos((lat * Math.PI) / 180)
  return perDegree * Math.hypot(otherLat - lat, east)
}
