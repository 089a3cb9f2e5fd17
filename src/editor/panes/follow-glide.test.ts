import { describe, expect, it } from 'vitest'
import { createGlide } from './follow-glide.ts'

describe('a pane that follows the other', () => {
  it('glides for 200 ms where it has over 20 px to go on the scan, or over 50 on the map, or half a level', () => {
    expect(createGlide().step({ side: 'scan', px: 21, levels: 0 }, 0)).toBe(200)
    expect(createGlide().step({ side: 'map', px: 51, levels: 0 }, 0)).toBe(200)
    expect(createGlide().step({ side: 'map', px: 0, levels: -2 }, 0)).toBe(200)
    expect(createGlide().step({ side: 'scan', px: 20, levels: 0.5 }, 0)).toBe(0)
    expect(createGlide().step({ side: 'map', px: 50, levels: 0 }, 0)).toBe(0)
  })

  it('arrives when the 200 ms are over, however often it is sent on meanwhile, and then keeps up with the hand', () => {
    const glide = createGlide()
    const far = { side: 'map', px: 400, levels: 0 } as const
    expect([0, 16, 120, 199, 216, 232].map((now) => glide.step(far, 1_000 + now))).toEqual([
      200, 184, 80, 1, 0, 0,
    ])
  })

  it('glides again only after it has rested', () => {
    const glide = createGlide()
    const far = { side: 'scan', px: 90, levels: 0 } as const
    expect([0, 210, 400, 601].map((now) => glide.step(far, now))).toEqual([200, 200, 10, 200])
  })
})
