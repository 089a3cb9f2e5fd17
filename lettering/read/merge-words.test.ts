import { describe, expect, it } from 'vitest'
import type { Word } from '../words.ts'
import { mergeWords } from './merge-words.ts'

const word = (text: string, certainty: number, box: Partial<Word> = {}): Word => ({
  x: 100,
  y: 50,
  width: text.length * 8,
  height: 16,
  angle: 0,
  text,
  certainty,
  alternatives: [],
  ...box,
})

describe('readings of one scan', () => {
  it('of one label become one word with the others as alternatives', () => {
    const [one, ...others] = mergeWords([
      word('Licstal', 0.8, { alternatives: [{ text: 'Lïestal', certainty: 0.5 }] }),
      word('Liestal', 0.9, { x: 102 }),
      word('Licstal', 0.7, { y: 51 }),
    ])
    expect(others).toEqual([])
    expect(one).toMatchObject({ text: 'Liestal', certainty: 0.9, x: 102 })
    expect(one?.alternatives).toEqual([
      { text: 'Licstal', certainty: 0.8 },
      { text: 'Lïestal', certainty: 0.5 },
    ])
  })

  it('of a part of a label go with it', () => {
    const whole = word('Rheinfelden', 0.95)
    expect(mergeWords([word('felden', 0.97, { x: 115 }), whole])).toEqual([whole])
  })

  it('of labels beside and across one another stay', () => {
    const words = [
      word('Basel', 0.9),
      word('Aarau', 0.9, { x: 145 }),
      word('Birs', 0.9, { angle: -80, y: 70 }),
    ]
    expect(mergeWords(words)).toHaveLength(3)
  })

  it('are compared wherever they lie', () => {
    const far = { x: 90_000, y: 127.9 }
    expect(mergeWords([word('Memel', 0.9, far), word('Memei', 0.8, { ...far, y: 128.1 })])).toHaveLength(1)
  })

  it('of the same reading the other way round are one', () => {
    expect(mergeWords([word('NOON', 0.9), word('NOON', 0.8, { angle: 180 })])).toHaveLength(1)
  })
})
