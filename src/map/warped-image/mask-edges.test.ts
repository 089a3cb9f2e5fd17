import { describe, expect, it } from 'vitest'
import { boxInMask, maskEdges } from './mask-edges.ts'

const SQUARE = [
  [100, 100],
  [900, 100],
  [900, 900],
  [100, 900],
] as const
const HOLE = [
  [400, 400],
  [600, 400],
  [600, 600],
  [400, 600],
] as const

describe('the mask', () => {
  it('closes its rings', () => {
    expect(Array.from(maskEdges([SQUARE]).slice(-4))).toEqual([100, 900, 100, 100])
  })

  it('knows boxes that it shows, hides and cuts, holes by the even-odd rule', () => {
    const edges = maskEdges([SQUARE, HOLE])
    expect(boxInMask(edges, [150, 150, 300, 300])).toBe('inside')
    expect(boxInMask(edges, [0, 0, 50, 50])).toBe('outside')
    expect(boxInMask(edges, [450, 450, 550, 550])).toBe('outside')
    expect(boxInMask(edges, [300, 300, 450, 450])).toBe('cut')
    expect(boxInMask(edges, [50, 50, 950, 950])).toBe('cut')
  })

  it('shows everything when there is none', () => {
    expect(boxInMask(maskEdges([]), [0, 0, 1, 1])).toBe('inside')
  })
})
