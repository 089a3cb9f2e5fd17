import { expect, it } from 'vitest'
import type { FoundWord } from '../../contract/api/lettering.ts'
import { writtenWords } from './written-words.ts'

const found = (text: string, mapId: string, x = 0): FoundWord => ({
  mapId,
  title: mapId,
  year: null,
  thumbnailPath: null,
  word: { x, y: 0, width: 10, height: 5, angle: 0, text, certainty: 1, by: 'model' },
  place: null,
  metresPerPx: null,
})

it('gathers maps by what is written on them, whatever the case, each map once', () => {
  const words = [
    found('Gudeliai', 'a', 1),
    found('GUDELIAI', 'b'),
    found('Gudeliai', 'a', 2),
    found('Gudelai', 'c'),
  ]
  expect(
    writtenWords(words).map(({ text, spots }) => [text, spots.map(({ mapId, word }) => [mapId, word.x])]),
  ).toEqual([
    [
      'Gudeliai',
      [
        ['a', 1],
        ['b', 0],
      ],
    ],
    ['Gudelai', [['c', 0]]],
  ])
})
