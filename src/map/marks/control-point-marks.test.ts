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
    const drawn = drawnMarks(MARKS, imageOf, { ...CALM, selectedId: 'a', hoveredId: 'b' })
    expect(drawn.map(({ place }) => place[0])).toEqual([200, 10, 0])
    expect(drawn[2]).toMatchObject({ colour: MARK_COLOUR.vermilion })
    expect(drawn[2]?.radius).toBeGreaterThan(12)
  })

  it('are hollow when switched off, notched when suspected, crossed when held', () => {
    const [first, second] = drawnMarks(MARKS, imageOf, CALM)
    expect(first).toMatchObject({ radius: 12, flags: 0, colour: MARK_COLOUR.verdigris })
    expect(second?.flags).toBe(MARK.hollow + MARK.suspect)
    const held = drawnMarks(MARKS, imageOf, { ...CALM, heldId: 'a' }).at(-1)
    expect(held?.flags).toBe(MARK.cross)
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
