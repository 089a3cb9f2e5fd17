import { describe, expect, it } from 'vitest'
import { MAX_CONTROL_POINTS } from '../constants.ts'
import { recordUpTo } from './bounded-list.ts'
import { z } from 'zod'
import { transformationInputSchema } from './control-points.ts'

const many = <Value>(value: Value, count = MAX_CONTROL_POINTS) => Array.from({ length: count }, () => value)
const point = { pixelX: 1, pixelY: 2 }

/** `path message` of each fault. */
const faultsOf = (body: object) =>
  (transformationInputSchema.safeParse(body).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  )

describe('a body of control points', () => {
  it('is refused by its first wrong entry of each list, however many there are', () => {
    const faults = faultsOf({
      mapPoints: many(['x', 'y']),
      imagePoints: [point, ...many({ pixelX: null, pixelY: 2 }, 1_000)],
      mask: [many([0, 'y'], 3_000)],
      disabled: many(-1),
      notes: Object.fromEntries(many('x'.repeat(501), 100).map((text, index) => [index, text])),
    })
    expect(faults).toEqual([
      'mapPoints.0.0 errors.transform.invalidPoint',
      'mapPoints.0.1 errors.transform.invalidPoint',
      'imagePoints.1.pixelX errors.transform.invalidPoint',
      'mask.0.0.1 errors.transform.invalidPoint',
      expect.stringMatching(/^disabled\.0 /),
      expect.stringMatching(/^notes\.0 /),
    ])
  })

  it('is refused where the notes are too long together, and takes as many letters as they may have', () => {
    const notes = (length: number) =>
      Object.fromEntries(many('&'.repeat(length), 128).map((text, index) => [index, text]))
    const body = { mapPoints: [], imagePoints: [] }
    expect(faultsOf({ ...body, notes: notes(500) })).toEqual([])
    expect(faultsOf({ ...body, notes: { ...notes(500), 200: 'x'.repeat(1_537) } })).toEqual([
      'notes errors.transform.notesTooLong',
    ])
  })

  it('names the ring that has fewer than three corners', () => {
    const good = [
      [0, 0],
      [1, 0],
      [1, 1],
    ]
    const faults = faultsOf({ mapPoints: [], imagePoints: [], mask: [good, good.slice(1)] })
    expect(faults).toEqual([expect.stringMatching(/^mask\.1 /)])
  })

  it('is given back as it was meant where nothing is wrong, without what no field is called', () => {
    const body = { mapPoints: [[1, 2]], imagePoints: [{ ...point, more: 1 }], notes: { 0: 'gate' } }
    expect(transformationInputSchema.parse(body)).toEqual({
      mapPoints: [[1, 2]],
      imagePoints: [point],
      transformationType: 'TPS',
      notes: { 0: 'gate' },
    })
  })
})

describe('recordUpTo', () => {
  const record = recordUpTo(z.string().regex(/^[a-z]+$/), z.number(), 2)

  it('takes as many properties as it may hold, and no more', () => {
    expect(record.parse({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 })
    expect(record.safeParse({ a: 1, b: 2, c: 3 }).error?.issues).toHaveLength(1)
  })

  it('repeats no long name in its refusal', () => {
    const { error } = record.safeParse({ ['0'.repeat(100_000)]: 1 })
    expect(JSON.stringify(error?.issues).length).toBeLessThan(1_000)
  })

  it('takes nothing but an object', () => {
    for (const value of [[], null, 'a', 1]) expect(record.safeParse(value).success).toBe(false)
  })
})
