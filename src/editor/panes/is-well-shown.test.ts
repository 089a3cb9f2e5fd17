import { expect, it } from 'vitest'
import { isWellShown } from './is-well-shown.ts'

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
