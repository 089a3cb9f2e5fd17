import { describe, expect, it } from 'vitest'
import {
  edgesOf,
  edgeText,
  edgeTexts,
  neighbourEdges,
  outermost,
  readEdges,
  roundEdges,
} from './sheet-edges.ts'
import { NO_TEXTS } from './sheet-texts.ts'

const SHEET = { west: 9 + 50 / 60, east: 10, south: 48.8, north: 48.9 }
const near = (value: number) => expect.closeTo(value, 9)

describe('the sides of a sheet', () => {
  it('are read as they stand on its margin', () => {
    const typed = { ...NO_TEXTS, north: '48°54′', south: '48°48′ N', west: '9 50', east: '10,0' }
    expect(readEdges(typed, true)).toEqual({
      kind: 'edges',
      edges: { west: near(SHEET.west), east: near(10), south: near(48.8), north: near(48.9) },
    })
    expect(readEdges({ ...typed, west: '9°50′00″ E' }, true)).toMatchObject({ kind: 'edges' })
  })

  it('come from one corner and the size, whichever corner it is', () => {
    const size = { width: "10'", height: '6' }
    for (const corner of [
      { west: '9°50′', north: '48°54′' },
      { east: '10°', south: '48°48′' },
    ])
      expect(readEdges({ ...NO_TEXTS, ...corner, ...size }, true)).toEqual({
        kind: 'edges',
        edges: { west: near(SHEET.west), east: near(10), south: near(48.8), north: near(48.9) },
      })
    expect(
      readEdges({ ...NO_TEXTS, west: '500 000', south: '6061000', width: '5 km', height: '5000' }, false),
    ).toEqual({ kind: 'edges', edges: { west: 500_000, east: 505_000, south: 6_061_000, north: 6_066_000 } })
  })

  it('are not read where something is wrong, and it is said at its field', () => {
    const good = { ...NO_TEXTS, north: '48°54′', south: '48°48′', west: '9°50′', east: '10°' }
    const faults = (change: object) => readEdges({ ...good, ...change }, true)
    expect(faults({ west: 'Aalen' })).toEqual({ kind: 'faults', faults: { west: 'unread' } })
    expect(faults({ west: '9°50′ N' })).toEqual({ kind: 'faults', faults: { west: 'axis' } })
    expect(faults({ west: '9 50 N' })).toEqual({ kind: 'faults', faults: { west: 'axis' } })
    expect(faults({ north: '91°' })).toMatchObject({ faults: { north: 'offEarth' } })
    expect(faults({ east: '9°40′' })).toEqual({ kind: 'faults', faults: { east: 'order' } })
    expect(faults({ width: "12'" })).toEqual({ kind: 'faults', faults: { width: 'disagree' } })
    expect(faults({ width: "10'", height: "6'" })).toMatchObject({ kind: 'edges' })
    expect(faults({ south: '' })).toEqual({ kind: 'open' })
  })

  it('are those of the next sheet, one step on', () => {
    expect(neighbourEdges(SHEET, 'east')).toEqual({
      ...SHEET,
      west: near(10),
      east: near(10 + 10 / 60),
    })
    expect(neighbourEdges(SHEET, 'south')).toEqual({ ...SHEET, south: near(48.7), north: near(48.8) })
    expect(neighbourEdges(SHEET, 'same')).toEqual(SHEET)
  })

  it('are found among the points of a placed sheet, where they are its corners', () => {
    const corners = [
      [9.8334, 48.9],
      [10, 48.8999],
      [10.0001, 48.8],
      [9.8333, 48.8],
      [9.9, 48.85],
    ] as const
    const found = edgesOf(corners)
    expect(found && roundEdges(found, true)).toEqual({
      isRounded: true,
      edges: { west: near(SHEET.west), east: near(10), south: near(48.8), north: near(48.9) },
    })
    expect(
      edgesOf([
        [9.9, 48.9],
        [10, 48.85],
        [9.95, 48.8],
        [9.83, 48.84],
      ]),
    ).toBeNull()
    expect(edgesOf(corners.slice(0, 3))).toBeNull()
    expect(roundEdges({ ...SHEET, west: 9.8123 }, true).isRounded).toBe(false)
  })

  it('are written as they are typed, without a sixtieth minute', () => {
    expect(edgeText(48.9, true)).toBe('48°54′')
    expect(edgeText(-9.999_999_9, true)).toBe('−10°00′')
    expect(edgeText(9.8337, true)).toBe('9°50′1.32″')
    expect(readEdges(edgeTexts(SHEET, true), true)).toMatchObject({ kind: 'edges' })
    expect(edgeText(500_000.004, false)).toBe('500000')
  })

  it('of an outline on the scan lie where it goes farthest out', () => {
    const ring = [
      [10, 10],
      [50, 8],
      [90, 12],
      [92, 88],
      [11, 90],
    ] as const
    expect(outermost(ring, (place) => place, true)).toEqual([ring[0], ring[2], ring[3], ring[4]])
    expect(outermost(ring.slice(0, 3), (place) => place, true)).toBeNull()
  })
})
