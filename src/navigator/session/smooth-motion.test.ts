import { expect, it } from 'vitest'
import { glide, swing } from './smooth-motion.ts'

const near = { thereMetres: 0.01, leapMetres: 1000 }

it('comes to the same place in one long frame as in many short ones', () => {
  const once = glide([0, 0], [100, 50], 160, near)
  let place: readonly [number, number] = [0, 0]
  for (let frame = 0; frame < 10; frame += 1) place = glide(place, [100, 50], 16, near)
  expect(place[0]).toBeCloseTo(once[0])
  expect(place[1]).toBeCloseTo(once[1])
})

it('ends where it goes, and leaps where the way is too long to be gone', () => {
  const end = [5, 5] as const
  expect(glide([5, 5.005], end, 16, near)).toBe(end)
  expect(glide([2000, 0], end, 16, near)).toBe(end)
})

it('turns the shorter way round, through north', () => {
  expect(swing(350, 10, 120)).toBeCloseTo(0)
  expect(swing(10, 350, 120)).toBeCloseTo(0)
  expect(swing(359.99, 0, 16)).toBe(0)
})
