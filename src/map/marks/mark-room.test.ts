import { expect, it } from 'vitest'
import { roomOf } from './mark-room.ts'

it('is the distance to the nearest other mark', () => {
  expect([
    ...roomOf([
      [0, 0],
      [3, 4],
      [3, 5],
      [100, 5],
    ]),
  ]).toEqual([5, 1, 1, 97])
})

it('is without end around a lone mark, and nothing where two lie on one place', () => {
  expect([...roomOf([[1, 1]])]).toEqual([Infinity])
  expect([
    ...roomOf([
      [1, 1],
      [1, 1],
    ]),
  ]).toEqual([0, 0])
})
