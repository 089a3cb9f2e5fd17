import { describe, expect, it } from 'vitest'
import { points } from './points.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolOf } from './tool.ts'

const tools = composeTools(points)
const LOUPE: ToolOf<typeof tools> = { kind: 'loupe', selectedId: 'a', side: 'scan', moved: null }

describe('the drawing of a tool', () => {
  it('shows the half of a pair, and the line from a predicted place to the pointer', () => {
    const placing = { kind: 'place', selectedId: null } as const
    expect(tools.draw({ ...placing, half: { kind: 'imageSet', image: [1, 1] } }).scan).toEqual({
      pending: [1, 1],
    })
    expect(tools.draw({ ...placing, half: { kind: 'mapSet', map: [2, 2] } }).base).toMatchObject({
      pending: [2, 2],
      temporary: null,
    })
    expect(
      tools.draw({ ...placing, half: { kind: 'predicted', image: [3, 3], from: [2, 2], cursor: [2, 2] } }),
    ).toEqual({
      scan: { pending: [3, 3] },
      base: { pending: null, temporary: { from: [2, 2], cursor: [2, 2] }, handles: [], line: [] },
      stillSide: null,
    })
  })

  it('holds the pane of a loupe still, and is the same object while the loupe moves', () => {
    expect(tools.draw(LOUPE).stillSide).toBe('scan')
    expect(tools.draw({ ...LOUPE, moved: [7, 7] })).toBe(tools.draw(LOUPE))
    expect(tools.draw({ kind: 'menu', selectedId: 'a', side: 'scan' })).toBe(tools.draw(CHOOSING))
  })
})
