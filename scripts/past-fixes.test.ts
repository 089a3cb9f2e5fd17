import { describe, expect, it } from 'vitest'
import { isTestFile, renamedFiles, titlesIn, withPaths } from './past-fixes.mjs'

describe('renamedFiles', () => {
  it('follows a file through several moves', () => {
    const now = renamedFiles('R100\ta.test.ts\tb.test.ts\n\nR090\tb.test.ts\tc/b.test.ts\n')
    expect(now('a.test.ts')).toBe('c/b.test.ts')
    expect(now('other.test.ts')).toBe('other.test.ts')
  })
})

describe('titlesIn', () => {
  it('finds the tests that were added and those that were changed', () => {
    const diff = [
      '@@ -3,0 +4 @@ it("opens there", async () => {',
      "+  it('opens anew', async () => {",
      '+  expect(1).toBe(1)',
      "-  it('is gone', () => undefined)",
    ].join('\n')
    expect(titlesIn(diff)).toEqual(['opens there', 'opens anew'])
  })
})

describe('isTestFile', () => {
  it('knows tests from sources and stages', () => {
    expect(['a.test.ts', 'a.dom.test.tsx', 'a.ts', 'editor-stage.ts'].map(isTestFile)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('withPaths', () => {
  it('leads a diff to where its files lie now', () => {
    const diff = 'diff --git a/old.ts b/old.ts\n--- a/old.ts\n+++ b/old.ts\n@@ -1 +1 @@\n-old.ts\n+new\n'
    expect(withPaths(diff, (path: string) => `moved/${path}`)).toBe(
      'diff --git a/moved/old.ts b/moved/old.ts\n--- a/moved/old.ts\n+++ b/moved/old.ts\n@@ -1 +1 @@\n-old.ts\n+new\n',
    )
  })
})
