import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Area, freePlace } from './free-place.ts'

const PHONE = { width: 390, height: 844 }
const NOTICE = { width: 358, height: 80 }

const covers = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Buttons of 44 px in a column or a row. */
const buttons = (count: number, left: number, top: number, isRow = false): Area[] =>
  Array.from({ length: count }, (_, at) => {
    const [x, y] = isRow ? [left + at * 46, top] : [left, top + at * 46]
    return { left: x, top: y, right: x + 44, bottom: y + 44 }
  })

describe('the place of a notice', () => {
  it('is the lower right corner where nothing lies there', () => {
    const place = freePlace({ width: 400, height: 80 }, [], { width: 1280, height: 800 })
    expect(place).toEqual({ left: 864, top: 704, right: 1264, bottom: 784 })
  })

  it('is above a bar of buttons', () => {
    const bar = buttons(6, 12, 780, true)
    const place = freePlace(NOTICE, bar, PHONE)
    expect(place.bottom).toBe(772)
    expect(bar.filter((button) => covers(place, button))).toEqual([])
  })

  it('is between two columns of buttons, narrower, where they take the height of the window', () => {
    const tools = [...buttons(18, 4, 4), ...buttons(18, 342, 4)]
    const place = freePlace(NOTICE, tools, PHONE)
    expect(tools.filter((button) => covers(place, button))).toEqual([])
    expect(place.right - place.left).toBeGreaterThanOrEqual(208)
  })

  it('covers as little as can be where no place is free', () => {
    const page = [{ left: 0, top: 100, right: 390, bottom: 844 }]
    expect(freePlace(NOTICE, page, PHONE).top).toBe(16)
  })

  it('always lies within the window', () => {
    const coordinate = fc.integer({ min: 0, max: 800 })
    const area = fc
      .tuple(coordinate, coordinate, coordinate, coordinate)
      .map(([x, y, width, height]) => ({ left: x, top: y, right: x + width, bottom: y + height }))
    fc.assert(
      fc.property(fc.array(area, { maxLength: 12 }), (obstacles) => {
        const { left, top, right, bottom } = freePlace(NOTICE, obstacles, PHONE)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(PHONE.width)
        expect(bottom).toBeLessThanOrEqual(PHONE.height)
      }),
    )
  })
})
