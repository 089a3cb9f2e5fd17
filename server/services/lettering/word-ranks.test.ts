import { describe, expect, it } from 'vitest'
import { likeness, rankWords } from './word-ranks.ts'

describe('how much a word on a scan may be meant', () => {
  it('is the more the more of its label was typed, and the fewer letters are wrong', () => {
    const likenesses = ['gudeliai', 'gr. gudeliai', 'gudeliaiciai', 'gudelai', 'gudelal'].map((folded) =>
      likeness('gudeliai', folded),
    )
    expect(likenesses).toEqual(likenesses.toSorted((a, b) => b - a))
    expect(new Set(likenesses).size).toBe(5)
    expect(likenesses.at(-1)).toBeGreaterThan(0)
  })

  it('is nothing of short words with a letter wrong, and of others', () => {
    expect(likeness('rus', 'rys')).toBe(0)
    expect(likeness('gudeliai', 'kaunas')).toBe(0)
    expect(likeness('ryga', 'riga')).toBeGreaterThan(0)
  })

  it('looks at as many words as were typed', () => {
    expect(likeness('neu breisach', 'burg neu braisach')).toBeGreaterThan(0)
    expect(likeness('neu breisach', 'breisach')).toBe(0)
    expect(likeness('gudeliai', '—')).toBe(0)
  })

  it('is not counted letter by letter in texts that are too long for it', () => {
    const long = 'vilnius '.repeat(40).trim()
    expect(likeness(long, long)).toBe(1)
    expect(likeness(long, `${long}x`)).toBeGreaterThan(0)
    expect(likeness(`x${long}`, `y${long}`)).toBe(0)
  })

  it('puts a sure word before one that is like the text but badly read', () => {
    const words = [
      { folded: 'vilnius', certainty: 0.4 },
      { folded: 'kaunas', certainty: 1 },
      { folded: 'vilnlus', certainty: 0.9 },
      { folded: 'vilnius', certainty: 0.9 },
    ]
    expect(rankWords('vilnius', words)).toEqual([words[3], words[2], words[0]])
  })
})
