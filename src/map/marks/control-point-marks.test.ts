import { describe, expect, it } from 'vitest'
import type { ControlPointMark } from '../pane-props.ts'
import { drawnMarks, markAt } from './control-point-marks.ts'
import { MARK, MARK_COLOUR } from './mark-shader.ts'

const mark = (id: string, x: number, y: number, more: Partial<ControlPointMark> = {}): ControlPointMark => ({
  id,
  number: 1,
  image: [x, y],
  map: [x, y],
  enabled: true,
  suspect: false,
  ...more,
})
const MARKS = [mark('a', 0, 0), mark('b', 10, 0, { enabled: false, suspect: true }), mark('c', 200, 0)]
const CALM = { selectedId: null, hoveredId: null, heldId: null, isCloseUp: false }
const imageOf = ({ image }: ControlPointMark) => image

describe('the marks of control points', () => {
  it('are drawn with the hovered and the selected one on top', () => {
    const drawn = drawnMarks(MARKS, imageOf, 1, { ...CALM, selectedId: 'a', hoveredId: 'b' })
    expect(drawn.quiet.map(({ position }) => position[0])).toEqual([200])
    expect(drawn.lit.map(({ position }) => position[0])).toEqual([10, 0])
    for (const lit of drawn.lit) {
      expect(lit.colour).toBe(MARK_COLOUR.ultramarine)
      expect(lit.radius).toBeGreaterThan(12)
    }
  })

  it('are hollow when switched off, notched when suspected, crossed when held', () => {
    const [first, second, third] = drawnMarks(MARKS, imageOf, 1, CALM).quiet
    expect(first).toMatchObject({ radius: 12, flags: 0, colour: MARK_COLOUR.verdigris })
    expect(second?.position[0]).toBe(200)
    expect(third?.flags).toBe(MARK.hollow + MARK.suspect)
    const held = drawnMarks(MARKS, imageOf, 1, { ...CALM, heldId: 'a' }).lit.at(-1)
    expect(held?.flags).toBe(MARK.cross)
  })

  it('shrink where their neighbours are near, but not while they are lit', () => {
    const { quiet, lit } = drawnMarks(MARKS, imageOf, 1, { ...CALM, selectedId: 'b' })
    expect(quiet.map(({ spacing }) => spacing)).toEqual([10, 190])
    expect(lit.map(({ spacing }) => spacing)).toEqual([Infinity])
  })
})

describe('what is under the pointer', () => {
  it('is the nearest mark within reach, a finger reaching farther than a mouse', () => {
    expect(markAt(MARKS, imageOf, [6, 0], 'mouse', null)).toBe('b')
    expect(markAt(MARKS, imageOf, [4, 0], 'mouse', null)).toBe('a')
    expect(markAt(MARKS, imageOf, [30, 0], 'mouse', null)).toBeNull()
    expect(markAt(MARKS, imageOf, [30, 0], 'touch', null)).toBe('b')
  })

  it('is the selected mark where marks overlap', () => {
    expect(markAt(MARKS, imageOf, [8, 0], 'mouse', 'a')).toBe('a')
  })
})
