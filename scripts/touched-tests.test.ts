import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { globSync } from './files.mjs'
import { faultsOfTable, touchedTests } from './touched-tests.mjs'

const TESTS = [
  'tests/e2e/editor-crop.test.ts',
  'tests/screens/catalogs.test.ts',
  'tests/e2e/viewer-map.test.ts',
]

it('a change of a feature asks for its browser tests, and a changed test for itself', () => {
  expect(touchedTests(['src/editor/crop/crop.ts', TESTS[2]!], TESTS)).toEqual({
    areAllUnits: false,
    screens: [TESTS[0], TESTS[2]],
  })
  expect(touchedTests(['src/catalogs/list.tsx'], TESTS).screens).toEqual([TESTS[1]])
  expect(touchedTests(['docs/glossary.md', 'server/main.ts'], TESTS).screens).toEqual([])
})

it('calls, texts and configuration ask for all units', () => {
  const areAll = (path: string) => touchedTests([path], TESTS).areAllUnits
  for (const path of ['contract/api/maps.ts', 'locales/lt/maps.json', 'package.json', 'vitest.config.ts'])
    expect(areAll(path), path).toBe(true)
  for (const path of ['src/editor/a.ts', 'server/contract/a.ts', 'docs/package.json.md'])
    expect(areAll(path), path).toBe(false)
})

it('every room of the client stands for browser tests that there are', () => {
  const rooms = readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`)
  expect(rooms.length).toBeGreaterThan(10)
  expect(faultsOfTable(rooms, globSync(['tests'], /\.test\.ts$/))).toEqual([])
  expect(faultsOfTable(['src/elsewhere'], TESTS).length).toBeGreaterThan(5)
})
