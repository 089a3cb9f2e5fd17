import { expect, it } from 'vitest'
import { turnedClockwise } from './picture.ts'
import { layFlat, STRIP_HEIGHT } from './strip.ts'

/** Red grows to the right, green downwards, blue is full. */
function gradient(width: number, height: number) {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set([x, y, 255], (y * width + x) * 3)
  return { width, height, pixels }
}

/** The pixel of the picture that a strip shows at a place. */
function shownAt({ width, values }: ReturnType<typeof layFlat>, column: number, row: number) {
  const at = row * width + column
  const plane = width * STRIP_HEIGHT
  const colour = (channel: number) => Math.round((values[channel * plane + at]! + 1) * 127.5 * 10) / 10
  return { x: colour(2), y: colour(1), blue: colour(0) }
}

it('lays a level text flat, pixel by pixel where it is as high as the strip', () => {
  const strip = layFlat(gradient(200, 100), { x: 100, y: 50, width: 96, height: 48, angle: 0 })
  expect(strip.width).toBe(96)
  expect(shownAt(strip, 0, 0)).toEqual({ x: 52, y: 26, blue: 255 })
  expect(shownAt(strip, 95, 47)).toEqual({ x: 147, y: 73, blue: 255 })
})

it('turns a text that climbs, so that it begins on the left', () => {
  const strip = layFlat(gradient(200, 200), { x: 100, y: 100, width: 96, height: 48, angle: -90 })
  expect(shownAt(strip, 0, 0)).toMatchObject({ x: 76, y: 147 })
  expect(shownAt(strip, 95, 0)).toMatchObject({ x: 76, y: 52 })
})

it('fills up a short text, goes on with the border outside the picture, and bounds a long one', () => {
  const short = layFlat(gradient(60, 40), { x: 0, y: 20, width: 48, height: 48, angle: 0 })
  expect(short.width).toBe(64)
  expect(shownAt(short, 0, 20).x).toBe(0)
  expect(shownAt(short, 60, 20)).toEqual({ x: 127.5, y: 127.5, blue: 127.5 })
  expect(layFlat(gradient(9, 9), { x: 4, y: 4, width: 9000, height: 1, angle: 0 }).width).toBe(960)
})

it('a picture turned clockwise begins with its left column, from below', () => {
  const turned = turnedClockwise(gradient(3, 2))
  expect([turned.width, turned.height]).toEqual([2, 3])
  const places = Array.from({ length: 6 }, (_, at) => [...turned.pixels.subarray(at * 3, at * 3 + 2)])
  expect(places).toEqual([
    [0, 1],
    [0, 0],
    [1, 1],
    [1, 0],
    [2, 1],
    [2, 0],
  ])
})
