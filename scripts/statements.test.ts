import { expect, it } from 'vitest'
import { describeStatements, faultsOfReferences } from './statements.mjs'

const test = (title: string, status = 'passed', ...ancestorTitles: string[]) => ({
  title,
  status,
  ancestorTitles,
})

const files = [
  {
    name: 'a.test.ts',
    assertionResults: [
      test('is drawn, or says why not'),
      test('is taken away', 'skipped'),
      test('breaks', 'failed'),
      test('is judged (needs GDAL)', 'skipped'),
      test('is read', 'skipped', 'a file (needs GDAL)'),
      test('refuses a text in px (100 %) at once'),
      test('refuses 12 px'),
    ],
  },
]

const faults = (...shownBy: string[]) => faultsOfReferences([{ id: '1.1', shownBy }], files)

it('holds a statement shown by a test that passed under exactly that title', () => {
  expect(faults('a.test.ts › is drawn, or says why not', 'docs/decisions/a.md')).toEqual([])
})

it('does not take a part of a title, a title of another file or one that stands in no test', () => {
  expect(faults('a.test.ts › is drawn')).toEqual(['1.1: a.test.ts has no test "is drawn"'])
  expect(faults('b.test.ts › is drawn, or says why not')).toHaveLength(1)
  expect(faults('a.test.ts › was never written')).toHaveLength(1)
})

it('does not take a test that failed or was skipped', () => {
  expect(faults('a.test.ts › breaks')).toEqual(['1.1: a.test.ts: "breaks" did not pass'])
  expect(faults('a.test.ts › is taken away')).toHaveLength(1)
})

it('passes over a skipped test that says what it needs', () => {
  expect(faults('a.test.ts › is judged', 'a.test.ts › is read')).toEqual([])
})

it('lets what is filled into a title stand for anything, and nothing else', () => {
  expect(faults('a.test.ts › refuses %s in px (100 %) at once')).toEqual([])
  expect(faults('a.test.ts › refuses %i px', 'a.test.ts › refuses $count px')).toEqual([])
  expect(faults('a.test.ts › refuses 1. px')).toHaveLength(1)
})

const rows = [
  { id: '1.1', shownBy: ['a.test.ts › is drawn', 'a.md › Why'] },
  { id: '1.10', shownBy: ['a.test.ts › is taken away'] },
  { id: '2.1', shownBy: ['b.test.ts › breaks'] },
]
const texts = new Map([
  ['1.1', 'A point is drawn.'],
  ['1.10', 'A point can be taken away.'],
  ['3.1', 'Nobody has built this.'],
])

it('puts the words of a statement beside what shows it, and says of one that nothing does', () => {
  expect(describeStatements(rows, texts, [])).toEqual([
    '1.1 A point is drawn.\n    a.test.ts › is drawn\n    a.md › Why',
    '1.10 A point can be taken away.\n    a.test.ts › is taken away',
    '3.1 Nobody has built this.\n    not shown',
    '2.1\n    b.test.ts › breaks',
  ])
})

it('picks statements by their id, by a word of them, or by a file that shows them', () => {
  const ids = (...wanted: string[]) =>
    describeStatements(rows, texts, wanted).map((text) => text.split(/\s/, 1)[0])
  expect(ids('1.1')).toEqual(['1.1'])
  expect(ids('AWAY', '2.1')).toEqual(['1.10', '2.1'])
  expect(ids('a.test.ts')).toEqual(['1.1', '1.10'])
})
