import { describe, expect, it } from 'vitest'
import { ageOfLongRun } from './long-runs.mjs'

const last = { date: '2026-03-01', commit: 'abc12345', passed: 4700, failed: 2 }

describe('ageOfLongRun', () => {
  it('says that the long form has never run', () => {
    expect(ageOfLongRun(undefined, Date.parse('2026-03-02'), undefined)).toContain('has not run yet')
  })

  it('says when the long form ran, on which commit and with which outcome', () => {
    expect(ageOfLongRun(last, Date.parse('2026-03-02'), 40)).toBe(
      'The long form last ran on 2026-03-01 at abc12345 (1 day, 40 commits ago): 4700 passed, 2 failed.',
    )
  })

  it.each([
    ['after two weeks', '2026-03-15', undefined, true],
    ['after 300 commits', '2026-03-02', 300, true],
    ['not before', '2026-03-14', 299, false],
  ])('says that the long form is due %s', (_, now, commits, isDue) => {
    expect(ageOfLongRun(last, Date.parse(now), commits).includes('It is due')).toBe(isDue)
  })
})
