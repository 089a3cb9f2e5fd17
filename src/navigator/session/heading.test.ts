import { describe, expect, it } from 'vitest'
import { headingOf } from './heading.ts'

const lying = (alpha: number) => ({ alpha, beta: 0, gamma: 0, absolute: true })

describe('a heading', () => {
  it.each([
    [0, 0],
    [270, 90],
    [180, 180],
    [90, 270],
  ])('of a flat device turned by %i° is %i°', (alpha, degrees) => {
    expect(headingOf(lying(alpha), 0)?.degrees).toBeCloseTo(degrees)
  })

  it('stays the same while the device is lifted to the upright', () => {
    for (const beta of [0, 20, 45, 70, 89, 90, 100])
      expect(headingOf({ alpha: 300, beta, gamma: 0, absolute: true }, 0)?.degrees).toBeCloseTo(60)
  })

  it.each([90, 180, 270])('counts that the picture is turned by %i°', (screenDegrees) => {
    expect(headingOf(lying(0), screenDegrees)?.degrees).toBeCloseTo(screenDegrees)
    expect(headingOf({ ...lying(0), webkitCompassHeading: 350 }, screenDegrees)?.degrees).toBeCloseTo(
      (350 + screenDegrees) % 360,
    )
  })

  it('of a device on its side, held upright, looks where its back looks', () => {
    // Turned by a quarter to the left, then lifted: the device's right edge is up and its back looks north.
    expect(headingOf({ alpha: 90, beta: 0, gamma: -90, absolute: true }, 90)?.degrees).toBeCloseTo(0)
  })

  it('is as unsure as the device says, and needs a calibrated one', () => {
    const reading = { alpha: 0, beta: 0, gamma: 0, webkitCompassHeading: 12, webkitCompassAccuracy: 25 }
    expect(headingOf(reading, 0)).toEqual({ degrees: 12, unsureDegrees: 25 })
    expect(headingOf({ ...reading, webkitCompassAccuracy: -1 }, 0)).toBeNull()
  })

  it('of 0 is north, and not nothing', () => {
    expect(headingOf({ ...lying(0), webkitCompassHeading: 0 }, 0)?.degrees).toBe(0)
  })

  it('is none where the device knows no north', () => {
    expect(headingOf({ ...lying(30), absolute: false }, 0)).toBeNull()
    expect(headingOf({ alpha: null, beta: null, gamma: null, absolute: true }, 0)).toBeNull()
  })
})
