import { describe, expect, it } from 'vitest'
import { searchPage, wordPage } from './word-annotations.ts'

const canvas = { id: 'https://maps.example.org/canvas', width: 1000, height: 600 }
const word = { n: 7, x: 500, y: 300, width: 100, height: 20, angle: 0, text: 'Gudeliai' }
const targetOf = (page: object) => (page as { items: { target: string }[] }).items[0]!.target

describe('words as annotations', () => {
  it('lie in the upright box around them, within the canvas', () => {
    const boxes = [
      word,
      { ...word, angle: -90 },
      { ...word, angle: 45 },
      { ...word, x: 990, y: 2 },
      { ...word, x: 1000, y: 600, width: 0, height: 0 },
    ].map((one) => targetOf(wordPage('page', canvas, [one])).split('=')[1])
    expect(boxes).toEqual(['450,290,100,20', '490,250,20,100', '457,257,86,86', '940,0,60,12', '999,599,1,1'])
  })

  it('are the items of a page and of what a search answers', () => {
    expect(wordPage('https://x/words.json', canvas, [word])).toEqual({
      '@context': 'http://iiif.io/api/presentation/3/context.json',
      id: 'https://x/words.json',
      type: 'AnnotationPage',
      items: [
        {
          id: `${canvas.id}/word/7`,
          type: 'Annotation',
          motivation: 'supplementing',
          body: { type: 'TextualBody', value: 'Gudeliai', format: 'text/plain' },
          target: `${canvas.id}#xywh=450,290,100,20`,
        },
      ],
    })
    expect(searchPage('https://x/search?q=a', canvas, { words: [], ignored: ['date'] })).toEqual({
      '@context': 'http://iiif.io/api/search/2/context.json',
      id: 'https://x/search?q=a',
      type: 'AnnotationPage',
      ignored: ['date'],
      items: [],
    })
  })
})
