import { expect, it } from 'vitest'
import { correctWords, type ScanWord } from '../../../../../contract/api/lettering.ts'
import { isWordText, withoutWord, withText, wordAt } from './corrected-words.ts'

const word = (text: string, x: number): ScanWord => ({
  x,
  y: 10,
  width: 40,
  height: 12,
  angle: 5,
  text,
  certainty: 0.7,
  by: 'model',
})
const [VILNA, KAUNAS] = [word('Vilna', 1), word('Kaunas', 2)]
const SCAN = { width: 800, height: 600 }

it('correct the text of a word, which is a person’s from then on, and leave the others', () => {
  expect(withText([VILNA, KAUNAS], VILNA, ' Vilnia ')).toEqual([
    { ...VILNA, text: 'Vilnia', by: 'person', certainty: 1 },
    KAUNAS,
  ])
  expect(withoutWord([VILNA, KAUNAS], KAUNAS)).toEqual([VILNA])
})

it('change nothing where others have changed the word meanwhile', () => {
  expect(withText([{ ...VILNA, text: 'Wilna' }], VILNA, 'Vilnia')).toBeNull()
  expect(withoutWord([KAUNAS], VILNA)).toBeNull()
})

it('add a word at a place, as large as the others and on the scan', () => {
  const added = wordAt([900, -5], ' Gudeliai ', [VILNA, KAUNAS], SCAN)
  expect(added).toMatchObject({ x: 800, y: 0, height: 12, text: 'Gudeliai', by: 'person', certainty: 1 })
  const first = wordAt([5, 5], 'a', [], SCAN)
  expect(correctWords.body.safeParse({ words: [added, first], since: null }).success).toBe(true)
})

it('take texts of some letters', () => {
  expect([' ', 'a', 'ž'.repeat(200), 'ž'.repeat(201)].map(isWordText)).toEqual([false, true, true, false])
})
