import { describe, expect, it } from 'vitest'
import { isAsGoodAsAny } from './type-errors.ts'

const ERRORS = [
  { type: 'Affine', px: 2 },
  { type: 'TPS', px: 2.15 },
  { type: 'Helmert', px: 9 },
] as const

describe('a transformation', () => {
  it('is as good as any if its error is within tolerance of the best', () => {
    expect(isAsGoodAsAny(ERRORS, 'Affine')).toBe(true)
    expect(isAsGoodAsAny(ERRORS, 'TPS')).toBe(true)
    expect(isAsGoodAsAny(ERRORS, 'Helmert')).toBe(false)
  })

  it('is not, where it could not be judged', () => {
    expect(isAsGoodAsAny(ERRORS, 'Projective')).toBe(false)
    expect(isAsGoodAsAny([], 'TPS')).toBe(false)
  })
})
