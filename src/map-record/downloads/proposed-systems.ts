import type { Corners } from '../../../contract/api/map-record.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { outputSystemOf } from '../../../gcp-files/reference-systems/output-system.ts'
import type { ReferenceSystem } from '../../../gcp-files/reference-systems/reference-system.ts'

/** Systems that countries measure by, those of small areas first. */
const NATIONAL = [
  3346, 3059, 3301, 2180, 2056, 31287, 2157, 27700, 28992, 31370, 2169, 5514, 23700, 3794, 3765, 3763, 2154,
  3006, 3067, 3844, 2100, 3460, 2193,
]
/** Equal-area, of Europe. */
const EUROPE = 3035
const DEGREES = 4326
const MOST_NATIONAL = 2

/** A system to choose, by its EPSG code and its name. */
export interface ProposedSystem {
  readonly code: number
  readonly name: string
}

/** Systems that suit a map: of its country, UTM, of Europe, and longitude and latitude. */
export async function proposedSystems({ minX, minY, maxX, maxY }: Corners): Promise<ProposedSystem[]> {
  const [lon, lat] = lonLatOf([(minX + maxX) / 2, (minY + maxY) / 2])
  const place = [((((lon + 180) % 360) + 360) % 360) - 180, lat] as const
  const national = (await Promise.all(NATIONAL.map(found)))
    .filter((system) => system !== undefined)
    .filter((system) => isWithin(system, place))
    .slice(0, MOST_NATIONAL)
  const zone = Math.min(60, Math.floor((place[0] + 180) / 6) + 1)
  const wide = await Promise.all([(lat < 0 ? 32700 : 32600) + zone, EUROPE, DEGREES].map(found))
  const suiting = wide.filter((system) => system !== undefined).filter((system) => isWithin(system, place))
  return [...national, ...suiting].map(({ code, name }) => ({ code: code ?? DEGREES, name }))
}

async function found(code: number): Promise<ReferenceSystem | undefined> {
  const result = await outputSystemOf(`EPSG:${code}`)
  return result.ok ? result.system : undefined
}

function isWithin({ area }: ReferenceSystem, [lon, lat]: readonly [number, number]): boolean {
  if (!area) return true
  const { south, west, north, east } = area
  const isBetween = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
  return isBetween && lat >= south && lat <= north
}
