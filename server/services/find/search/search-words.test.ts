import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'
import { placeRuns, searchWords, yearsNamed } from './search-words.ts'

describe('the words of a search', () => {
  it('are folded, each once, without the signs around them, and those in quotes together', () => {
    expect(searchWords('  Žemėlapis, ŽEMĖLAPIS (Kaunas) „Ryga“ "Old  Town" 100% ')).toEqual([
      'zemelapis',
      'kaunas',
      'ryga',
      'old town',
      '100%',
    ])
    expect(searchWords('a b c d e f g h i j k l')).toHaveLength(10)
    expect(searchWords(' , " ')).toEqual([])
  })

  it('name years and stretches of years', () => {
    expect(yearsNamed('1850')).toEqual({ first: 1850, last: 1850 })
    expect(yearsNamed('1850–1900')).toEqual({ first: 1850, last: 1900 })
    for (const word of ['1900-1850', '18', '18500', '1850-', 'x1850'])
      expect(yearsNamed(word)).toBeUndefined()
  })

  it('may name places of up to three words, words of maps alone left out', () => {
    expect(placeRuns(['new', 'york', '1850']).map(({ name }) => name)).toEqual([
      'new york',
      'new york 1850',
      'york',
      'york 1850',
    ])
  })
})

describe('the edit distance', () => {
  it.each([
    ['vilnius', 'vilnius', 0],
    ['vilnuis', 'vilnius', 1],
    ['kuanas', 'kaunas', 1],
    ['klaipda', 'klaipeda', 1],
    ['', 'abc', 3],
    ['riga', 'ryga', 1],
    ['kitten', 'sitting', 3],
  ])('from %s to %s is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
    expect(editDistance(b, a)).toBe(distance)
  })
})
