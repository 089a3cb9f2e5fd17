import { describe, expect, it } from 'vitest'
import { cornersOf } from './oriented-box.ts'
import type { OrientedBox } from './oriented-box.ts'
import { textBoxes } from './probability-boxes.ts'

const [WIDTH, HEIGHT] = [200, 120]

/** A map on which the boxes have the given probability and all else none. */
function mapOf(boxes: readonly (OrientedBox & { readonly probability: number })[]) {
  const values = new Float32Array(WIDTH * HEIGHT)
  for (let at = 0; at < values.length; at++) {
    const [x, y] = [(at % WIDTH) + 0.5, Math.floor(at / WIDTH) + 0.5]
    const here = boxes.find((box) => isInside(box, x, y))
    if (here) values[at] = here.probability
  }
  return { width: WIDTH, height: HEIGHT, values }
}

function isInside(box: OrientedBox, x: number, y: number): boolean {
  const corners = cornersOf(box)
  return corners.every(([fromX, fromY], at) => {
    const [toX, toY] = corners[(at + 1) % 4]!
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) >= 0
  })
}

describe('boxes around texts', () => {
  it('gives back what the detector shrank', () => {
    const [box] = textBoxes(mapOf([{ x: 60, y: 40, width: 60, height: 10, angle: 0, probability: 0.9 }]))
    // 600 px² × 1.9 / 140 px on each side.
    expect(box).toMatchObject({ x: 60, y: 40, angle: 0 })
    expect(box?.width).toBeCloseTo(60 + 114 / 7, 9)
    expect(box?.height).toBeCloseTo(10 + 114 / 7, 9)
  })

  it('finds the angle of a slanting text, and takes a standing one as climbing', () => {
    const found = textBoxes(
      mapOf([
        { x: 60, y: 60, width: 70, height: 12, angle: 20, probability: 0.9 },
        { x: 160, y: 60, width: 70, height: 12, angle: 84, probability: 0.9 },
      ]),
    )
    const angles = found.map(({ angle }) => angle).toSorted((a, b) => a - b)
    expect(angles[0]).toBeCloseTo(-96, -0.5)
    expect(angles[1]).toBeCloseTo(20, -0.5)
    for (const { width, height } of found) expect(width).toBeGreaterThan(2 * height)
  })

  it('leaves out what is too small, and what is more likely a drawing', () => {
    const small = { x: 20, y: 20, width: 8, height: 2, angle: 0, probability: 0.9 }
    const doubtful = { x: 100, y: 60, width: 60, height: 12, angle: 0, probability: 0.4 }
    expect(textBoxes(mapOf([small, doubtful]))).toEqual([])
  })

  it('bounds what a map of noise gives', () => {
    const side = 512
    const values = new Float32Array(side * side)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) if (x % 8 < 5 && y % 8 < 5) values[y * side + x] = 0.9
    expect(textBoxes({ width: side, height: side, values }).length).toBe(1000)
  })
})
