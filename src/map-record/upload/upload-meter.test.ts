import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { durationParts, fileSize, uploadMeter } from './upload-meter.ts'

describe('the upload meter', () => {
  it('tells percent, rate and time left from the last five seconds', () => {
    const meter = uploadMeter(10_000)
    expect(meter.at(0, 0)).toEqual({ percent: 0, bytesPerSecond: 0, secondsLeft: null })
    expect(meter.at(1_000, 1_000)).toEqual({ percent: 10, bytesPerSecond: 1_000, secondsLeft: 9 })
    meter.at(7_000, 2_000)
    // The first second has fallen out of the window.
    expect(meter.at(8_000, 4_000)).toEqual({ percent: 40, bytesPerSecond: 2_000, secondsLeft: 3 })
  })

  it('says 100 only when everything is sent', () => {
    const meter = uploadMeter(1_000)
    expect(meter.at(1, 999).percent).toBe(99)
    expect(meter.at(2, 1_000).percent).toBe(100)
  })

  it('does not count a pause as slowness', () => {
    const meter = uploadMeter(10_000)
    meter.at(0, 0)
    meter.at(1_000, 1_000)
    meter.restart()
    meter.at(60_000, 1_000)
    expect(meter.at(61_000, 2_000).bytesPerSecond).toBe(1_000)
  })
})

describe('sizes and durations', () => {
  it('use binary units up to GiB', () => {
    expect(fileSize(0)).toEqual({ value: 0, unit: 'Bytes' })
    expect(fileSize(1_023)).toEqual({ value: 1_023, unit: 'Bytes' })
    expect(fileSize(1_536)).toEqual({ value: 1.5, unit: 'KiB' })
    expect(fileSize(20 * 1024 ** 3)).toEqual({ value: 20, unit: 'GiB' })
    expect(fileSize(5 * 1024 ** 4)).toEqual({ value: 5120, unit: 'GiB' })
  })

  it('name the two largest units of a time', () => {
    expect(durationParts(3_661)).toEqual([
      { value: 1, unit: 'h' },
      { value: 1, unit: 'min' },
    ])
    expect(durationParts(59)).toEqual([{ value: 59, unit: 's' }])
    expect(durationParts(3_605)).toEqual([{ value: 1, unit: 'h' }])
    expect(durationParts(0)).toEqual([{ value: 0, unit: 's' }])
  })

  it('are abbreviated as Lithuanian does', () => {
    const texts = JSON.parse(readFileSync('locales/lt/common.json', 'utf8')) as { duration: object }
    expect(texts.duration).toEqual({ h: 'val.', min: 'min.', s: 'sek.' })
  })
})
