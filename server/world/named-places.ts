import { otherNamesById, readNamedTowns } from './town-names.ts'
import { readTowns } from './towns.ts'

/** A town of today with all its names that are known. */
export interface WorldPlace {
  readonly name: string
  readonly otherNames?: readonly string[]
  readonly lon: number
  readonly lat: number
  readonly population?: number
}

/** All towns and villages of the gazetteer, and those that only the table of other names has. */
export function* placesOfTheWorld(): Generator<WorldPlace> {
  const towns = readTowns()
  const others = otherNamesById(towns)
  for (const { cityId, name, lithuanianName, population, loc } of towns) {
    const [lon, lat] = loc.coordinates
    const otherNames = [
      ...(lithuanianName === undefined ? [] : [lithuanianName]),
      ...(others.get(cityId) ?? []),
    ]
    yield { name, lon, lat, population, ...(otherNames.length > 0 && { otherNames }) }
  }
  for (const { isOwn, name, others: otherNames, lon, lat } of readNamedTowns())
    if (isOwn) yield { name, otherNames, lon, lat }
}
