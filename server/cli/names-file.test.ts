import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_NAMES, namedPlaces, readNamesFile } from './names-file.ts'
import { UsageError } from './warp-arguments.ts'

const BASEL = { name: 'Basel', lon: 7.6, lat: 47.56 }

describe('a list of names', () => {
  it.each([
    ['commas', 'name,lon,lat\nBasel,7.6,47.56\n'],
    ['semicolons and decimal commas', 'Name;Longitude;Latitude\r\nBasel;7,6;47,56\r\n'],
    ['tabs, other columns and empty lines', 'id\tlat\tlon\tName\n1\t47.56\t7.6\t Basel \n\n\t\t\t\n'],
    ['quotes', '"name","lng","lat"\n"Basel","7.6","47.56"'],
    [
      'GeoJSON',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [7.6, 47.56, 260] },
            properties: { name: 'Basel' },
          },
        ],
      }),
    ],
  ])('is read: %s', (_, text) => {
    expect(namedPlaces(text)).toEqual([BASEL])
  })

  it('may give a place other names', () => {
    expect(namedPlaces('name,other_names,lon,lat\nBasel,Bâle| Basilea |,7.6,47.56')).toEqual([
      { ...BASEL, otherNames: ['Bâle', 'Basilea'] },
    ])
  })

  it.each([
    ['', 'has no column name'],
    ['name,lon,lat\n', 'names no place'],
    ['place,x,y\nBasel,7.6,47.56', 'has no column name; its columns are place, x, y'],
    ['name,lon\nBasel,7.6', 'has no column lat'],
    ['name,lon,lat\nBasel,7.6,47.56\nAarau,8,east', 'row 3: '],
    ['name,lon,lat\nBasel,611375,267719', 'row 2: 611375, 267719 are no degrees'],
    ['name,lon,lat\n,7.6,47.56', 'row 2: it has no name'],
    ['{"type":"FeatureCollection","features":[{"geometry":null}]}', 'feature 1: it is no Point'],
    ['{"type":"Topology"}', 'no GeoJSON FeatureCollection'],
    ['{"type"', 'JSON'],
  ])('is refused with the reason: %j', (text, reason) => {
    expect(() => namedPlaces(text)).toThrow(reason)
  })

  it('is bounded', () => {
    const text = `name,lon,lat\n${'Basel,7.6,47.56\n'.repeat(MOST_NAMES + 1)}`
    expect(() => namedPlaces(text)).toThrow(`at most ${MOST_NAMES} are read`)
  })
})

describe('the file of a list of names', () => {
  let folder: string
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'palimpsest-names-'))))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is read in the encoding of a spreadsheet', async () => {
    const path = join(folder, 'names.txt')
    await writeFile(path, Buffer.from('\uFEFFname\tlon\tlat\nBasel\t7,6\t47,56\n', 'utf16le'))
    expect(await readNamesFile(path)).toEqual([BASEL])
  })

  it('is named where it cannot be read or is wrong', async () => {
    const wrong = join(folder, 'wrong.csv')
    await writeFile(wrong, 'a,b\n1,2\n')
    await expect(readNamesFile(wrong)).rejects.toThrow(
      new UsageError('wrong.csv: it has no column name; its columns are a, b'),
    )
    await expect(readNamesFile(join(folder, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read: ENOENT/)
  })
})
