import fc from 'fast-check'
import { expect, it } from 'vitest'
import { transformationInputSchema } from './control-points.ts'
import { pointOrigin, sameOrigin } from './point-origin.ts'

const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('\0', '\uD800', '😀', ' ')),
  maxLength: 400,
})
const body = (proposed: unknown) => ({
  mapPoints: [[1, 2]],
  imagePoints: [{ pixelX: 1, pixelY: 2 }],
  proposed,
})

it('the origin of a point is cut to what the server stores, whatever was read', () => {
  fc.assert(
    fc.property(anyText, anyText, (read, name) => {
      const origin = pointOrigin(read, name)
      if (origin) expect(transformationInputSchema.safeParse(body({ 0: origin })).success).toBe(true)
      if (origin) expect(pointOrigin(origin.read, origin.name)).toEqual(origin)
    }),
  )
  expect(pointOrigin('BASEL', 'Basel')).toEqual({ read: 'BASEL', name: 'Basel' })
})

it('a point has no origin unless both the word and the name are texts', () => {
  for (const [read, name] of [
    ['', 'Basel'],
    ['BASEL', ' '],
    ['BASEL', 4],
    [undefined, 'Basel'],
    ['\0', 'Basel'],
  ])
    expect(pointOrigin(read, name)).toBeUndefined()
})

it('origins are compared by the word and the name', () => {
  const basel = { read: 'BASEL', name: 'Basel' }
  expect(sameOrigin(basel, { ...basel })).toBe(true)
  expect(sameOrigin(undefined, undefined)).toBe(true)
  expect(sameOrigin(basel, { ...basel, read: 'Bafel' })).toBe(false)
  expect(sameOrigin(basel, undefined)).toBe(false)
})

it.each([
  ['a text', { 0: 'Basel' }],
  ['an origin without its name', { 0: { read: 'BASEL' } }],
  ['an empty word', { 0: { read: '', name: 'Basel' } }],
  ['a long word', { 0: { read: 'a'.repeat(101), name: 'Basel' } }],
  ['U+0000', { 0: { read: 'BA\0SEL', name: 'Basel' } }],
  ['an index that is none', { first: { read: 'BASEL', name: 'Basel' } }],
  ['a list', [{ read: 'BASEL', name: 'Basel' }]],
  [
    'more than a map may have points',
    Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [at, { read: 'a', name: 'b' }])),
  ],
])('the API refuses %s as origins of points', (_what, proposed) => {
  expect(transformationInputSchema.safeParse(body(proposed)).success).toBe(false)
})
