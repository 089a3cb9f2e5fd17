import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWrittenDate } from './written-date.ts'

/** Years and whether they are unsure, as a text; null: not understood. */
function read(text: string): string | null {
  const range = readWrittenDate(text)
  return range && `${range.from} ${range.to}${range.isUnsure ? ' ?' : ''}`
}

describe('a date as archives write it', () => {
  it.each([
    ['1850 1850', '1850', '[1850]', '1850 m.', '1850-05-12', '1850-05'],
    ['1845 1855 ?', 'c. 1850', 'ca 1850', 'c.1850', 'Circa 1850', '[ca. 1850]', 'apie 1850 m.', '~1850'],
    ['1845 1855 ?', '1850~', '1850?', '1850 (?)', '1850%'],
    ['1840 1860', '1840–1860', '1840 – 1860 m.', '1840-1860', '1840/1860', '1840–60', '1840-60'],
    ['1840 1860', 'between 1840 and 1860', 'tarp 1840 ir 1860 m.', 'nuo 1840 m. iki 1860 m.'],
    ['1840 1849', '184?', '184-', '184X', '1840s', 'the 1840s', 'c. 184?'],
    ['1800 1899', '18??', '18--', '18XX', '1800s'],
    ['1901 1905', '1901–05'],
    ['1901 1901', '1901-05'],
    ['1800 1899 ?', 'before 1900', 'prieš 1900 m.', '../1899'],
    ['1801 1900 ?', 'iki 1900 m.', 'not after 1900'],
    ['1851 1950 ?', 'after 1850', 'po 1850 m.'],
    ['1850 1949 ?', 'since 1850', 'nuo 1850 m.', '1850/..'],
    ['1801 1900', '19th century', 'XIX a.', 'xix amžius', '19 a.'],
    ['1871 1900 ?', 'late 19th century', 'XIX a. pab.', 'XIX a. pabaiga'],
    ['1801 1830 ?', 'early 19th century', 'XIX a. pr.'],
    ['1851 1900 ?', 'second half of the 19th century', 'XIX a. II pusė'],
    ['1850 1865 ?', '1850/1860~'],
    ['-44 -44', '-0044'],
  ])('means %s: %s', (years, ...texts) => {
    for (const text of texts) expect(read(text), text).toBe(years)
  })

  it('is not understood where it says nothing certain, begins after it ends, or is no date', () => {
    const texts = [
      '',
      'long ago',
      '44',
      '99999',
      '1850-13',
      '1860–1840',
      'XXIII a.',
      '1850, 1860',
      '1840 Vilnius',
    ]
    for (const text of texts) expect(read(text), text).toBeNull()
  })

  it('is read without a fault whatever is written, and never backwards', () => {
    const signs = fc.constantFrom(...'0123456789XV?~%-–/.[] acmbefor'.split(''), 'c. ', 'iki ', '18')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 20 }), (parts) => {
        const range = readWrittenDate(parts.join(''))
        return range === null || (Number.isInteger(range.from) && range.from <= range.to)
      }),
      { numRuns: 2_000 },
    )
  })
})
