import { expect, it } from 'vitest'
import { NO_PLACE_PRESS, placePressStep, type PlacePress, type PlacePressEvent } from './held-place.ts'

const down = (pointerType: string, button: number, pointerId = 1) =>
  ({ type: 'down', pointerId, pointerType, button, at: [10, 10] }) as const

function askedBy(...events: readonly PlacePressEvent[]) {
  let press: PlacePress = NO_PLACE_PRESS
  let asked: readonly number[] | undefined
  for (const event of events) {
    const step = placePressStep(press, event)
    press = step.press
    asked ??= step.asked
  }
  return asked
}

it('asks for a place by a finger that rests, and not by one that moves or is lifted', () => {
  expect(askedBy(down('touch', 0), { type: 'move', at: [15, 12] }, { type: 'time' })).toEqual([10, 10])
  expect(askedBy(down('touch', 0), { type: 'move', at: [22, 10] }, { type: 'time' })).toBeUndefined()
  expect(askedBy(down('touch', 0), { type: 'up', pointerId: 1 }, { type: 'time' })).toBeUndefined()
  expect(askedBy(down('touch', 0), down('touch', 0, 2), { type: 'time' })).toBeUndefined()
})

it('asks for a place by the second button once it is let go, and not when it has turned the map', () => {
  expect(askedBy(down('mouse', 2), { type: 'time' })).toBeUndefined()
  expect(askedBy(down('mouse', 2), { type: 'up', pointerId: 1 })).toEqual([10, 10])
  expect(
    askedBy(down('mouse', 2), { type: 'move', at: [40, 10] }, { type: 'up', pointerId: 1 }),
  ).toBeUndefined()
  expect(askedBy(down('mouse', 0), { type: 'time' }, { type: 'up', pointerId: 1 })).toBeUndefined()
})
