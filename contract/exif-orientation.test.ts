import { expect, it } from 'vitest'
import { swapsSides, toUpright, turnOf } from './exif-orientation.ts'

const WIDTH = 30
const HEIGHT = 20
const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

it.each(ALL)(
  'keeps every point of orientation %i inside the upright image, corners on corners',
  (orientation) => {
    const [width, height] = swapsSides(orientation) ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]
    const corners = [
      [0, 0],
      [WIDTH, 0],
      [0, HEIGHT],
      [WIDTH, HEIGHT],
    ] as const
    const upright = corners.map((corner) => toUpright(corner, orientation, WIDTH, HEIGHT).join())
    expect(new Set(upright)).toEqual(new Set(['0,0', `${width},0`, `0,${height}`, `${width},${height}`]))
  },
)

it.each(ALL)('turns points of orientation %i as the picture is turned', (orientation) => {
  const { degrees, mirrored } = turnOf(orientation)
  let [x, y, width, height] = [7, 3, WIDTH, HEIGHT]
  if (mirrored) x = width - x
  for (let turned = 0; turned < degrees; turned += 90) [x, y, width, height] = [height - y, x, height, width]
  expect(toUpright([7, 3], orientation, WIDTH, HEIGHT)).toEqual([x, y])
})
