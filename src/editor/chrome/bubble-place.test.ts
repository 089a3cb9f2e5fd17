import { describe, expect, it } from 'vitest'
import { bubblePlace } from './bubble-place.ts'

const PAGE = { left: 0, top: 0, width: 1280, height: 800 }
const BUBBLE = { width: 280, height: 150 }
const at = (left: number, top: number, width = 40, height = 40) => ({ left, top, width, height })

describe('a bubble that points at something', () => {
  it('stands below it where there is room, with its arrow at the middle of it', () => {
    const { left, top, side, arrow } = bubblePlace(at(600, 100), null, BUBBLE, PAGE, false)
    expect({ side, top }).toEqual({ side: 'below', top: 154 })
    expect(left + arrow).toBe(620)
  })

  it('stands above what lies at the lower edge, and within the page beside its edges', () => {
    const { left, top, side, arrow } = bubblePlace(at(1230, 750), null, BUBBLE, PAGE, false)
    expect({ side, left, top }).toEqual({ side: 'above', left: 992, top: 586 })
    expect(left + arrow).toBe(1250)
  })

  it('stands beside what is as high as the page', () => {
    expect(bubblePlace(at(0, 0, 48, 800), null, BUBBLE, PAGE, false)).toMatchObject({
      side: 'right',
      left: 62,
    })
    expect(bubblePlace(at(1232, 0, 48, 800), null, BUBBLE, PAGE, false)).toMatchObject({
      side: 'left',
      left: 938,
    })
  })

  it('stands beside the panel of what it points at, and below it where there is no room beside', () => {
    const [panel, button] = [at(660, 70, 540, 130), at(1080, 150, 110, 36)]
    const { left, top, side, arrow } = bubblePlace(button, panel, BUBBLE, PAGE, false)
    expect({ side, left }).toEqual({ side: 'left', left: 366 })
    expect(top + arrow).toBe(168)
    const phone = { left: 0, top: 0, width: 390, height: 844 }
    const [sheet, inSheet] = [at(8, 560, 374, 160), at(300, 660, 70, 44)]
    const inPhone = bubblePlace(inSheet, sheet, BUBBLE, phone, true)
    expect(inPhone).toMatchObject({ side: 'above', top: 560 - 14 - BUBBLE.height })
    expect(inPhone.left + inPhone.arrow).toBe(335)
  })

  it('stands at the upper edge of a pane, on the side of the other pane', () => {
    expect(bubblePlace(at(0, 48, 637, 716), null, BUBBLE, PAGE, false)).toMatchObject({
      side: 'above',
      left: 637 - 8 - BUBBLE.width,
      top: 56,
    })
    expect(bubblePlace(at(643, 48, 637, 716), null, BUBBLE, PAGE, false)).toMatchObject({
      side: 'above',
      left: 651,
      top: 56,
    })
  })

  it('stays where it is in a pane whose size changes, until the edge or the middle would come to lie beneath it', () => {
    const place = (width: number, top = 48, height = 716) =>
      bubblePlace(at(0, top, width, height), null, BUBBLE, PAGE, false, first)
    const first = bubblePlace(at(0, 48, 637, 716), null, BUBBLE, PAGE, false)
    expect(place(637, 48, 499)).toEqual(first)
    expect(place(700)).toEqual(first)
    expect(place(500).left).toBe(500 - 8 - BUBBLE.width)
    expect(place(637, 90).top).toBe(98)
    expect(place(1000, 48, 260).left).toBe(1000 - 8 - BUBBLE.width)
  })

  it('stands in a pane of a phone clear of its crosshair, at which it points', () => {
    const phone = { left: 0, top: 0, width: 390, height: 844 }
    const inPhone = bubblePlace(at(0, 56, 390, 700), null, BUBBLE, phone, true)
    expect(inPhone.side).toBe('above')
    expect(inPhone.left + inPhone.arrow).toBe(195)
    expect(inPhone.top + BUBBLE.height).toBeLessThan(56 + 350 - 20)
    expect(inPhone.left + BUBBLE.width).toBeLessThan(390 - 64)
  })

  it('is never outside of the page', () => {
    for (const left of [0, 300, 600, 900, 1240])
      for (const top of [0, 200, 400, 760]) {
        const place = bubblePlace(at(left, top), null, BUBBLE, PAGE, false)
        expect(place.left).toBeGreaterThanOrEqual(8)
        expect(place.top).toBeGreaterThanOrEqual(8)
        expect(place.left + BUBBLE.width).toBeLessThanOrEqual(1272)
        expect(place.top + BUBBLE.height).toBeLessThanOrEqual(792)
      }
  })
})
