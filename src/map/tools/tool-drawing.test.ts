import { describe, expect, it } from 'vitest'
import { drawingOf } from './tool-drawing.ts'
import { CHOOSING } from './tool.ts'
import type { Tool } from './tool.ts'

const LOUPE: Tool = { kind: 'loupe', selectedId: 'a', side: 'scan', moved: null }

describe('the drawing of a tool', () => {
  it('shows the half of a pair, and the line from a predicted place to the pointer', () => {
    const placing = { kind: 'place', selectedId: null } as const
    expect(drawingOf({ ...placing, half: { kind: 'imageSet', image: [1, 1] } }).scan).toEqual({
      pending: [1, 1],
    })
    expect(drawingOf({ ...placing, half: { kind: 'mapSet', map: [2, 2] } }).base).toMatchObject({
      pending: [2, 2],
      temporary: null,
    })
    expect(
      drawingOf({ ...placing, half: { kind: 'predicted', image: [3, 3], from: [2, 2], cursor: [2, 2] } }),
    ).toEqual({
      scan: { pending: [3, 3] },
      base: { pending: null, temporary: { from: [2, 2], cursor: [2, 2] }, handles: [], line: [] },
      stillSide: null,
    })
  })

  it('shows the sides of a box as far as it is drawn', () => {
    const box = { kind: 'box', selectedId: null } as const
    expect(drawingOf({ ...box, corners: null })).toBe(drawingOf(CHOOSING))
    expect(
      drawingOf({
        ...box,
        corners: [
          [1, 2],
          [3, 4],
        ],
      }).base.line,
    ).toEqual([
      [1, 2],
      [3, 2],
      [3, 4],
      [1, 4],
      [1, 2],
    ])
  })

  it('holds the pane of a loupe still, and is the same object while the loupe moves', () => {
    expect(drawingOf(LOUPE).stillSide).toBe('scan')
    expect(drawingOf({ ...LOUPE, moved: [7, 7] })).toBe(drawingOf(LOUPE))
    expect(drawingOf({ kind: 'menu', selectedId: 'a', side: 'scan' })).toBe(drawingOf(CHOOSING))
  })
})
