import { expect, it } from 'vitest'
import { isInView, isWellShown } from './is-well-shown.ts'

const pane = { width: 600, height: 500 }

it.each([
  [
    'points that fill the pane',
    [
      [50, 40],
      [560, 470],
    ],
    true,
  ],
  [
    'points that reach beyond it',
    [
      [-300, -200],
      [900, 800],
    ],
    true,
  ],
  [
    'a heap in its middle',
    [
      [290, 240],
      [320, 260],
    ],
    false,
  ],
  [
    'points of another country',
    [
      [2000, 100],
      [2600, 500],
    ],
    false,
  ],
  [
    'a wide row of points',
    [
      [20, 250],
      [580, 250],
    ],
    true,
  ],
] as const)('%s', (_name, corners, isShown) => {
  expect(isWellShown(corners, pane)).toBe(isShown)
})

it('sees a box that reaches into the pane, however little, and none beside it', () => {
  const seen = (minX: number, minY: number, maxX: number, maxY: number) =>
    isInView(
      [
        [minX, maxY],
        [maxX, minY],
      ],
      pane,
    )
  expect(seen(-50, -50, 1, 1)).toBe(true)
  expect(seen(-900, -900, 1500, 1500)).toBe(true)
  expect(seen(601, 100, 900, 300)).toBe(false)
  expect(seen(100, -300, 300, -1)).toBe(false)
})
