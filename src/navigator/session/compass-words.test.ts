import { expect, it } from 'vitest'
import { DIRECTIONS, directionOf, nextDirection } from './compass-words.ts'

it('names eight directions in steps of 45 degrees', () => {
  expect(DIRECTIONS.map((_, step) => directionOf(step * 45))).toEqual(DIRECTIONS)
  expect([22.4, 22.6, 337.4, 337.6, 359.9, -45, 405].map(directionOf)).toEqual([
    'n',
    'ne',
    'nw',
    'n',
    'n',
    'nw',
    'ne',
  ])
})

it('goes round in eight steps', () => {
  const way = [0]
  for (let step = 0; step < 8; step += 1) way.push(nextDirection(way.at(-1) ?? 0))
  expect(way).toEqual([0, 45, 90, 135, 180, 225, 270, 315, 0])
  expect(nextDirection(50)).toBe(90)
})
