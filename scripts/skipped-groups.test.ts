import { expect, it } from 'vitest'
import { needOf, skippedGroups } from './skipped-groups.mjs'

const test = (status: string, title: string, ...ancestorTitles: string[]) => ({
  status,
  title,
  ancestorTitles,
})

it('names each group of tests that did not run once, with what it needs', () => {
  const files = [
    {
      name: 'a.test.ts',
      assertionResults: [
        test('passed', 'runs'),
        test('skipped', 'is judged', 'a file (needs GDAL)'),
        test('skipped', 'is judged again', 'a file (needs GDAL)'),
        test('pending', 'takes hours'),
      ],
    },
    { name: 'b.test.ts', assertionResults: [test('skipped', 'is validated (needs rio)')] },
  ]
  expect(skippedGroups(files)).toEqual([
    { group: 'a.test.ts', needs: 'GDAL', tests: 2 },
    { group: 'a.test.ts', needs: undefined, tests: 1 },
    { group: 'b.test.ts', needs: 'rio', tests: 1 },
  ])
})

it('reads a need at the end of a title alone', () => {
  expect(needOf(['a disk (needs none) that is full'])).toBe(undefined)
})
