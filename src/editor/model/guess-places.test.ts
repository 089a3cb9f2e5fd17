import { describe, expect, it } from 'vitest'
import { guessPlaces, isNamed, isNamedByStem, placePhrases, shortName, stemOf } from './guess-places.ts'

const described = (title: string, modernTitle: string | null = null, description: string | null = null) => ({
  titles: { title, modernTitle, alternativeTitle: null },
  description,
})

describe('what of a record may name its place', () => {
  it.each([
    ['Lithuania', ['Lithuania']],
    ['Plan of Kaunas, 1905', ['Kaunas']],
    ['lithuania', ['lithuania']],
    ['Basel 1798', ['Basel']],
    ['Lietuva ir Kuršas', ['Lietuva', 'Kuršas']],
    ['Kauno miesto planas', ['Kauno']],
    ['The city of New York', ['New York', 'York']],
    ['scan_0042', []],
    ['', []],
  ])('of %o it is %o', (title, phrases) =>
    expect(placePhrases(described(title))).toEqual(phrases.map((text) => ({ text, isOfTitle: true }))),
  )

  it('takes the modern title first, then the title, then the description, each once, and four at most', () => {
    const record = described('Plan of Kowno', 'Kaunas', 'Drawn in Vilnius for Kaunas, after Riga and Minsk')
    expect(placePhrases(record).map(({ text, isOfTitle }) => [text, isOfTitle])).toEqual([
      ['Kaunas', true],
      ['Kowno', true],
      ['Drawn', false],
      ['Vilnius', false],
    ])
  })

  it('takes a text of one thousand words without asking for more than four', () => {
    expect(placePhrases(described('Vilnius Kaunas '.repeat(500)))).toHaveLength(4)
  })
})

describe('a place that was found', () => {
  it('bears the name whatever its case and accents, by any of its names', () => {
    expect(isNamed('Lithuania', 'lithuania')).toBe(true)
    expect(isNamed('Šiauliai, Šiauliai County, Lithuania', 'Siauliai')).toBe(true)
    expect(isNamed('Klaipėda (Memel), Lithuania', 'Memel')).toBe(true)
    expect(isNamed('Kaunas, Lithuania', 'Lithuania')).toBe(false)
    expect(isNamed('Kaunakakai, Hawaii', 'Kaunas')).toBe(false)
  })

  it('may be meant by a Lithuanian genitive', () => {
    expect(stemOf('Kauno')).toBe('Kaun')
    expect(stemOf('Vilniaus')).toBe('Viln')
    expect(stemOf('Klaipėdos')).toBe('Klaipėd')
    expect(stemOf('Basel')).toBeNull()
    expect(isNamedByStem('Kaunas, Lithuania', 'Kaun')).toBe(true)
    expect(isNamedByStem('Kauniainen, Finland', 'Kaun')).toBe(false)
  })

  it('is called by its first name on a button', () => {
    expect(shortName('Kaunas, Kaunas County, Lithuania')).toBe('Kaunas')
  })
})

describe('the places that a record may mean', () => {
  const place = (name: string, at: number) => ({ name, point: [at, at] as const })
  const LITHUANIA = { en: place('Lithuania', 1), lt: place('Lietuva', 1) }
  const KAUNAS = { en: place('Kaunas, Lithuania', 2), lt: place('Kaunas, Lietuva', 2) }
  const GAZETTEER: Record<string, typeof LITHUANIA> = {
    lithuania: LITHUANIA,
    lietuva: LITHUANIA,
    lietuv: LITHUANIA,
    kaunas: KAUNAS,
    kaun: KAUNAS,
  }
  async function guessed(title: string, languages: readonly ('en' | 'lt')[] = ['en', 'lt']) {
    const asked: string[] = []
    const search = (text: string, language: string) => {
      asked.push(`${text} ${language}`)
      const found = GAZETTEER[text.toLowerCase()]
      return Promise.resolve(
        found ? [found[language as 'en' | 'lt'], place(`${text}ville`, 9)] : [place(`${text}ville`, 9)],
      )
    }
    const names: string[] = []
    for await (const guess of guessPlaces({ phrases: placePhrases(described(title)), languages, search }))
      names.push(guess.place.name)
    return { names, asked }
  }

  it('are those that bear the very name, and are asked for once', async () => {
    const { names, asked } = await guessed('Plan of Kaunas, Lithuania')
    expect(names).toEqual(['Kaunas, Lithuania', 'Lithuania'])
    expect(asked).toEqual(['Kaunas en', 'Lithuania en'])
  })

  it('are found by a name in the other language, and called as the interface calls them', async () => {
    expect((await guessed('Lietuva')).names).toEqual(['Lithuania'])
  })

  it('are found by a Lithuanian genitive in either language', async () => {
    expect((await guessed('Kauno miesto planas', ['lt', 'en'])).names).toEqual(['Kaunas, Lietuva'])
    expect((await guessed('Lietuvos žemėlapis')).names).toEqual(['Lithuania'])
  })

  it('are none where nothing bears the name, after eight searches at most', async () => {
    const { names, asked } = await guessed('Aaaos Bbbos Cccos Dddos')
    expect(names).toEqual([])
    expect(asked).toHaveLength(8)
  })
})
