import { describe, expect, it } from 'vitest'
import type { MapSource } from './source-of-map.ts'
import { type Matched, matchedSource, surenessOf } from './matched-source.ts'

const source: MapSource = {
  id: '1',
  title: 'First scan',
  scanPath: 'a.tif',
  outline: [],
  file: {
    format: 'json',
    crs: 'EPSG:3857',
    points: [
      { image: [100, 100], ground: [1, 1], enabled: true, note: 'mill' },
      { image: [200, 100], ground: [2, 1], enabled: false },
      { image: [900, 100], ground: [9, 1], enabled: true },
      { image: [300, 300], ground: [3, 3], enabled: true },
    ],
    placement: {
      image: null,
      imageSize: { width: 1000, height: 800 },
      mask: [
        [
          [100, 100],
          [300, 100],
          [300, 300],
        ],
      ],
      transformationType: 'TPS',
    },
  },
}

const matched: Matched = {
  kind: 'matched',
  transform: [0.5, 0, 10, 0, 0.5, -20],
  spots: 200,
  missPx: 0.5,
  alikeShare: 0.9,
  places: [
    { kind: 'found', place: [60.2, 30.1], likeness: 0.9 },
    { kind: 'plain', place: [110, 30], likeness: 0 },
    { kind: 'outside', place: [460, 30], likeness: 0 },
    { kind: 'different', place: [160, 130], likeness: 0.1 },
  ],
}

describe('points of another scan', () => {
  it('take their map points, notes and switches along, and lie where they were found; others are left out', () => {
    const { points, placement } = matchedSource(source, matched, { width: 400, height: 300 }).file
    expect(points).toEqual([
      { image: [60.2, 30.1], ground: [1, 1], enabled: true, note: 'mill' },
      { image: [110, 30], ground: [2, 1], enabled: false },
    ])
    expect(placement).toMatchObject({ imageSize: { width: 400, height: 300 }, transformationType: 'TPS' })
    expect(placement?.mask).toEqual([
      [
        [60, 30],
        [160, 30],
        [160, 130],
      ],
    ])
  })

  it.each([
    [200, 0.9, 'sure'],
    [200, 0.7, 'fairlySure'],
    [30, 0.9, 'fairlySure'],
    [12, 0.95, 'unsure'],
    [200, 0.5, 'unsure'],
  ] as const)('of %s spots, of which %s is alike, are %s', (spots, alikeShare, expected) => {
    expect(surenessOf({ ...matched, spots, alikeShare })).toBe(expected)
  })
})
