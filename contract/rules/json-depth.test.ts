import { describe, expect, it } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('isDeeperThan', () => {
  it('counts arrays and objects alike', () => {
    expect(isDeeperThan(50, nested(50))).toBe(false)
    expect(isDeeperThan(50, nested(51))).toBe(true)
    expect(isDeeperThan(2, '{"a":[{}]}')).toBe(true)
    expect(isDeeperThan(3, '{"a":[{}]}')).toBe(false)
  })

  it('counts levels and not brackets, however many stand beside one another', () => {
    expect(isDeeperThan(50, `[${'[],'.repeat(1_000)}[]]`)).toBe(false)
  })

  it('passes over what stands in strings, escaped quotes among it', () => {
    expect(isDeeperThan(1, JSON.stringify(['[[[', '\\', '"[[{', '\\"[[']))).toBe(false)
    expect(isDeeperThan(1, '["a\\\\",[]]')).toBe(true)
  })
})
