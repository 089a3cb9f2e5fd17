import { expect, it } from 'vitest'
import { readLithuanianNames, readTowns } from './towns.ts'

const towns = readTowns()
const townOf = (country: string, name: string) =>
  towns
    .filter((town) => town.country === country && town.name === name)
    .toSorted((a, b) => b.population - a.population)[0]

it('knows what the largest town of a name is called in Lithuanian, and only that one', () => {
  expect(townOf('LV', 'Riga')?.lithuanianName).toBe('Ryga')
  expect(townOf('US', 'Washington, D.C.')?.lithuanianName).toBe('Vašingtonas')
  expect(townOf('ES', 'Córdoba')?.lithuanianName).toBe('Kordoba')
  expect(townOf('AR', 'Córdoba')?.lithuanianName).toBeUndefined()
  expect(townOf('PL', 'Gdynia')?.lithuanianName).toBe('Gdynė')
})

it('writes towns of Lithuania with their accents in every language', () => {
  expect(townOf('LT', 'Telšiai')).toBeDefined()
  expect(townOf('LT', 'Telsiai')).toBeUndefined()
  expect(townOf('LT', 'Telšiai')?.lithuanianName).toBeUndefined()
})

it('ties each Lithuanian name to a town, and gives no town two', () => {
  const all = readLithuanianNames()
  const tied = new Set(
    towns.map(({ country, name, lithuanianName }) => `${country} ${lithuanianName ?? name}`),
  )
  const untied = all.filter(({ country, lithuanianName }) => !tied.has(`${country} ${lithuanianName}`))
  expect(untied).toEqual([])
  expect(new Set(all.map(({ country, name }) => `${country} ${name}`)).size).toBe(all.length)
})
