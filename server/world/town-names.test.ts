import { expect, it } from 'vitest'
import { foldText } from '../fold-text.ts'
import { kilometresBetween, otherNamesById, otherNamesOf, readNamedTowns } from './town-names.ts'
import { readTowns } from './towns.ts'

it('ties every other name to a town within 10 km of the stated place', () => {
  const towns = readTowns()
  const named = otherNamesById(towns)
  const tied = new Set(named.values())
  expect(tied.size).toBe(named.size)
  const untied = readNamedTowns().filter(
    ({ isOwn, others }) => !isOwn && ![...tied].some((names) => names.join() === others.join()),
  )
  expect(untied).toEqual([])
  // Those that the table brings are none that the gazetteer has.
  const doubled = readNamedTowns().filter(
    (one) =>
      one.isOwn &&
      towns.some(
        ({ name, loc }) =>
          kilometresBetween(one, loc.coordinates) < 20 && foldText(name) === foldText(one.name),
      ),
  )
  expect(doubled).toEqual([])
})

it('gives one town no name twice, however it is written', () => {
  const twice = readNamedTowns().flatMap(({ name, others }) => {
    const folded = [name, ...others].map(foldText)
    return folded.filter((one, at) => folded.indexOf(one) !== at)
  })
  expect(twice).toEqual([])
})

it('tells the names of a town of the gazetteer, and none of another of the same name', () => {
  expect(otherNamesOf({ country: 'EE', name: 'Tartu', lat: 58.38, lon: 26.73 })).toContain('Dorpat')
  expect(otherNamesOf({ country: 'RU', name: 'Sovetsk', lat: 55.08, lon: 21.88 })).toContain('Tilsit')
  expect(otherNamesOf({ country: 'RU', name: 'Sovetsk', lat: 57.59, lon: 48.96 })).toEqual([])
})
