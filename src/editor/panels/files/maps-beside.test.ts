import { describe, expect, it } from 'vitest'
import { georeferenceAnnotations } from '../../../../gcp-files/write-annotation.ts'
import { choicesBeside, readBeside } from './maps-beside.ts'
import { readImport } from './read-import.ts'

const SCAN = { width: 1000, height: 800 }
const ATLAS = 'https://maps.example/iiif/plate-7'
const square = (at: number): [number, number][] => [
  [at, at],
  [at + 100, at],
  [at + 100, at + 100],
  [at, at + 100],
]

/** A page with maps at these places of these images. */
const page = (maps: readonly (readonly [image: string, at: number])[]): Blob => {
  const items = maps.flatMap(([image, at], n) =>
    georeferenceAnnotations({
      address: `https://maps.example/maps/${n}`,
      image,
      ...SCAN,
      points: square(at).map((corner, index) => ({
        image: corner,
        ground: [24 + n + index * 0.01, 55 + (index % 2) * 0.01] as const,
        enabled: true,
      })),
      transformationType: 'TPS',
      mask: [square(at)],
      created: '2026-11-29T00:00:00.000Z',
      partOf: [],
    }),
  )
  return new Blob([JSON.stringify({ type: 'AnnotationPage', items })])
}

describe('the maps beside the one that is imported from a file', () => {
  it('are those of the same image', () => {
    const choices = ['plate-7', 'plate-8', 'plate-7', 'plate-7'].map((name) => ({ points: 4, name }))
    expect(choicesBeside(choices, 2)).toEqual([0, 3])
    expect(choicesBeside(choices, 1)).toEqual([])
    expect(choicesBeside([], 0)).toEqual([])
  })

  it('come with their points and their part of the scan', async () => {
    const file = page([
      [ATLAS, 100],
      [ATLAS, 300],
      ['https://maps.example/iiif/plate-8', 0],
      [ATLAS, 600],
    ])
    const read = await readImport(file, SCAN)
    if (read.kind === 'failed') throw new Error(read.error.code)
    const bodies = await readBeside(file, SCAN, { which: read.which }, read.choices)
    expect(bodies.map(({ mask }) => mask)).toEqual([[square(300)], [square(600)]])
    expect(bodies.map(({ imagePoints }) => imagePoints.length)).toEqual([4, 4])
  })
})
