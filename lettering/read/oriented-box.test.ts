import { describe, expect, it } from 'vitest'
import { cornersOf, normalAngle, reversed, sharedArea, smallestBox } from './oriented-box.ts'

describe('the smallest box around points', () => {
  it('finds a turned rectangle again', () => {
    const box = { x: 40, y: 30, width: 50, height: 10, angle: 30 }
    const found = smallestBox([...cornersOf(box), [40, 30], [41, 31]])
    for (const [name, value] of Object.entries(box))
      expect(found[name as keyof typeof box]).toBeCloseTo(value, 9)
  })

  it('measures a standing rectangle from the x axis', () => {
    const standing = smallestBox(cornersOf({ x: 0, y: 0, width: 50, height: 10, angle: 80 }))
    expect(standing.angle).toBeCloseTo(-10, 9)
    expect([standing.width, standing.height].map(Math.round)).toEqual([10, 50])
  })

  it('is around a triangle on one of its sides', () => {
    // 3, 4, 5: over the longest side 5 × 2.4, over the others 3 × 4: all of one area.
    const found = smallestBox([
      [0, 0],
      [4, 0],
      [0, 3],
    ])
    expect(found.width * found.height).toBeCloseTo(12, 9)
  })

  it('of one point and of none has no extent', () => {
    expect(smallestBox([[3, 4]])).toMatchObject({ x: 3, y: 4, width: 0, height: 0 })
    expect(smallestBox([])).toMatchObject({ width: 0, height: 0 })
  })
})

describe('the area that boxes share', () => {
  const box = { x: 0, y: 0, width: 4, height: 2, angle: 0 }

  it.each([
    ['itself', box, 8],
    ['itself the other way round', reversed(box), 8],
    ['one beside it', { ...box, x: 4 }, 0],
    ['one that covers a half', { ...box, x: 2 }, 4],
    ['one across it', { ...box, angle: 90 }, 4],
    ['one within it', { ...box, width: 1, height: 1, angle: 45 }, 1],
    ['one far away', { ...box, x: 400 }, 0],
  ])('is right for %s', (_, other, area) => {
    expect(sharedArea(box, other)).toBeCloseTo(area, 9)
    expect(sharedArea(other, box)).toBeCloseTo(area, 9)
  })

  it('of two squares turned by 45 degrees is an octagon', () => {
    const square = { x: 10, y: -5, width: 2, height: 2, angle: 10 }
    expect(sharedArea(square, { ...square, angle: 55 })).toBeCloseTo(8 * (Math.SQRT2 - 1), 9)
  })
})

it.each([
  [190, -170],
  [-180, 180],
  [540, 180],
  [-45, -45],
])('an angle of %i degrees is %i', (angle, normal) => {
  expect(normalAngle(angle)).toBe(normal)
})
