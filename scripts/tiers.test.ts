import { expect, it } from 'vitest'
import { replaceTiers, tierTable, tiers } from './tiers.mjs'

const file = (name: string, seconds: number, tests: number) => ({
  name: `${process.cwd()}/${name}`,
  seconds,
  tests,
})
const steps = [
  { name: 'build', seconds: 60, cpuSeconds: 90, files: [] },
  { name: 'tests: units', seconds: 60, cpuSeconds: 100, files: [file('src/a.test.ts', 10, 1200)] },
  {
    name: 'tests: whole',
    seconds: 600,
    cpuSeconds: 1000,
    files: [file('tests/e2e/a.test.ts', 30, 3), file('tests/api/b.test.ts', 10, 5)],
  },
  { name: 'tests: alone', seconds: 60, cpuSeconds: 40, files: [file('tests/api/c.test.ts', 9, 1)] },
]

it('processor seconds and minutes of a step are shared among tiers by how long their files took', () => {
  expect(tiers(steps)).toEqual([
    { tier: 'build', tests: 0, cpuSeconds: 90, minutes: 1 },
    { tier: 'beside the code', tests: 1200, cpuSeconds: 100, minutes: 1 },
    { tier: 'e2e', tests: 3, cpuSeconds: 750, minutes: 7.5 },
    { tier: 'api', tests: 6, cpuSeconds: 290, minutes: 3.5 },
  ])
})

it('components are a tier, wherever they lie', () => {
  const files = [file('src/a/b.dom.test.tsx', 1, 2), file('tests/components/c.dom.test.tsx', 1, 3)]
  expect(tiers([{ name: 'tests: components', seconds: 60, cpuSeconds: 10, files }])).toEqual([
    { tier: 'components', tests: 5, cpuSeconds: 10, minutes: 1 },
  ])
})

it('the table sums up its rows', () => {
  expect(tierTable(tiers(steps))).toBe(
    `| tier            | tests | processor seconds | minutes |
| --------------- | ----: | ----------------: | ------: |
| build           |     – |                90 |     1.0 |
| beside the code | 1,200 |               100 |     1.0 |
| e2e             |     3 |               750 |     7.5 |
| api             |     6 |               290 |     3.5 |
| **all**         | 1,209 |             1,230 |    13.0 |`,
  )
})

it('processor seconds that the system does not tell are a dash', () => {
  const table = tierTable(tiers([{ ...steps[0]!, cpuSeconds: undefined }]))
  expect(table.match(/ – \|/g)).toHaveLength(4)
})

it('a table replaces the one between the marks, and nothing else', () => {
  const text = 'a\n<!-- tiers: written by `npm run tiers` -->\nold\n<!-- end of tiers -->\nb\n'
  const once = replaceTiers(text, 'new')
  expect(once).toBe('a\n<!-- tiers: written by `npm run tiers` -->\n\nnew\n\n<!-- end of tiers -->\nb\n')
  expect(replaceTiers(once, 'new')).toBe(once)
  expect(() => replaceTiers('a', 'new')).toThrow('expected')
})
