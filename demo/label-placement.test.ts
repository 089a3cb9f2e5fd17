import { expect, it } from 'vitest'
import { overlap, placeLabels } from './label-placement.ts'

const frame = { x: 0, y: 0, width: 400, height: 200 }
const request = (x: number, y: number) => ({ at: [x, y] as [number, number], width: 80, height: 20, gap: 8 })

it('puts labels beside their points, never over one another nor over the frame', () => {
  const placed = placeLabels(
    [request(100, 100), request(110, 104), request(395, 100), request(104, 96)],
    [],
    frame,
  )
  const boxes = placed.filter((box) => box !== undefined)
  expect(boxes.length).toBe(4)
  boxes.forEach((a, i) => {
    expect(a.x).toBeGreaterThanOrEqual(0)
    expect(a.x + a.width).toBeLessThanOrEqual(400)
    for (const b of boxes.slice(i + 1)) expect(overlap(a, b)).toBe(false)
  })
})

it('gives up where every side is taken', () => {
  expect(placeLabels([request(100, 100)], [frame], frame)).toEqual([undefined])
})
