import { describe, expect, it } from 'vitest'
import { areRepeated, compareRuns, failuresOf, faultsOfFlakes, ledgerLines, readLedger } from './flakes.mjs'

const TODAY = '2026-12-01'

const test = (fullName: string, why?: string) => ({
  fullName,
  title: fullName,
  ancestorTitles: [],
  status: why === undefined ? 'passed' : 'failed',
  failureMessages: why === undefined ? [] : [why],
})
const report = (name: string, tests: ReturnType<typeof test>[], message = '') => ({
  name: `${process.cwd()}/${name}`,
  status: message !== '' || tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  message,
  assertionResults: tests,
})
const row = (name: string, owner = '', until = '') => ({
  date: '2026-11-20',
  test: name,
  why: 'x',
  owner,
  until,
})
const flake = (file: string, title = 'opens') => ({ test: `${file} › ${title}`, why: 'late\n  at b.ts:1' })

describe('what failed in a file', () => {
  it('are its failed tests, with the whole text', () => {
    const file = report('a.test.ts', [test('opens', 'late\nat b.ts'), test('closes')])
    expect(failuresOf(file)).toEqual([{ test: 'a.test.ts › opens', why: 'late\nat b.ts' }])
  })

  it('is the file itself where it broke off outside of its tests', () => {
    expect(failuresOf(report('a.test.ts', [], 'no server'))).toEqual([
      { test: 'a.test.ts', why: 'no server' },
    ])
    expect(failuresOf({ ...report('a.test.ts', [test('opens')]), status: 'failed' })).toEqual([
      { test: 'a.test.ts', why: 'failed outside of its tests' },
    ])
  })
})

describe('files that are run once more', () => {
  const failed = report('a.test.ts', [test('opens', 'late'), test('closes')])

  it('are flaky where they pass then', () => {
    const again = report('a.test.ts', [test('opens'), test('closes')])
    expect(compareRuns([failed], [again])).toEqual({
      flaky: [{ test: 'a.test.ts › opens', why: 'late' }],
      twice: [],
    })
  })

  it('have failed twice where another test fails then, or nothing is reported', () => {
    const again = report('a.test.ts', [test('opens'), test('closes', 'never')])
    expect(compareRuns([failed], [again])).toEqual({
      flaky: [],
      twice: [{ file: 'a.test.ts', first: failed, second: again }],
    })
    expect(compareRuns([failed], []).twice).toHaveLength(1)
  })

  it('are not where none failed, or more than ten', () => {
    expect(areRepeated([])).toBe(false)
    expect(areRepeated(Array.from({ length: 10 }, () => failed))).toBe(true)
    expect(areRepeated(Array.from({ length: 11 }, () => failed))).toBe(false)
  })
})

describe('the ledger', () => {
  it('gets the day, the test and the first line of why, once a day', () => {
    const why = '\u001B[31mError: "late", 2 s\u001B[39m\n  at b.ts:1'
    const flaky = [{ test: 'a.test.ts › opens, once', why }]
    const [line] = ledgerLines(flaky, [], TODAY)
    expect(line).toBe('2026-12-01,"a.test.ts › opens, once","Error: ""late"", 2 s",,\n')
    const ledger = readLedger(`date,test,why,owner,until\n${line}`)
    expect(ledger).toEqual([
      { date: TODAY, test: 'a.test.ts › opens, once', why: 'Error: "late", 2 s', owner: '', until: '' },
    ])
    expect(ledgerLines(flaky, ledger, TODAY)).toEqual([])
    expect(ledgerLines(flaky, ledger, '2026-12-02')).toHaveLength(1)
  })
})

describe('flaky tests', () => {
  const files = [report('a.test.ts', [test('opens')])]
  const faults = (flaky: ReturnType<typeof flake>[], ledger: ReturnType<typeof row>[] = []) =>
    faultsOfFlakes(flaky, ledger, files, TODAY)

  it('of three files pass, of four they fail the run', () => {
    const three = ['a', 'b', 'c'].map((name) => flake(`${name}.test.ts`))
    expect(faults(three)).toEqual([])
    expect(faults([...three, flake('c.test.ts', 'closes')])).toEqual([])
    expect(faults([...three, flake('d.test.ts')])).toEqual(['4 files are flaky: 3 are the most'])
  })

  it('fail the run where they were flaky before', () => {
    expect(faults([flake('a.test.ts')], [row('a.test.ts › opens')])).toEqual([
      'a.test.ts › opens was flaky before, on 2026-11-20, and is not under quarantine',
    ])
    expect(faults([flake('a.test.ts')], [row('a.test.ts › closes'), row('b.test.ts › opens')])).toEqual([])
    expect(faults([], [row('a.test.ts › opens')])).toEqual([])
  })

  it('under quarantine pass until it ends, its last day included', () => {
    const known = row('a.test.ts › opens')
    expect(faults([flake('a.test.ts')], [known, row('a.test.ts › opens', 'Ona', '2026-12-15')])).toEqual([])
    expect(faults([flake('a.test.ts')], [row('a.test.ts › opens', 'Ona', TODAY)])).toEqual([])
    expect(faults([flake('a.test.ts')], [row('a.test.ts › opens', 'Ona', '2026-11-30')])).toEqual([
      'a.test.ts › opens was flaky before, on 2026-11-20, and is not under quarantine',
      'the quarantine of a.test.ts › opens ended on 2026-11-30',
    ])
  })
})

describe('a quarantine', () => {
  const files = [report('a.test.ts', [test('opens')])]
  const faults = (...ledger: ReturnType<typeof row>[]) => faultsOfFlakes([], ledger, files, TODAY)

  it('has an owner, and ends within 14 days', () => {
    expect(faults(row('a.test.ts › opens', '', '2026-12-02'))).toEqual([
      'a.test.ts › opens is under quarantine without an owner',
    ])
    expect(faults(row('a.test.ts › opens', 'Ona'))).toEqual([
      'a.test.ts › opens is under quarantine without a day on which it ends',
    ])
    expect(faults(row('a.test.ts › opens', 'Ona', '2026-12-16'))).toEqual([
      'the quarantine of a.test.ts › opens ends in 15 days: 14 are the most',
    ])
  })

  it('fails the run once it has ended, whether the test failed or not', () => {
    expect(faults(row('a.test.ts › opens', 'Ona', '2026-11-30'))).toEqual([
      'the quarantine of a.test.ts › opens ended on 2026-11-30',
    ])
  })

  it('is for tests that run', () => {
    expect(faults(row('a.test.ts › closes', 'Ona', '2026-12-02'))).toEqual([
      'a.test.ts › closes is under quarantine and did not run',
    ])
    expect(faults(row('a.test.ts', 'Ona', '2026-12-02'))).toEqual([])
  })

  it('is for five tests at the most', () => {
    const rows = Array.from({ length: 6 }, () => row('a.test.ts › opens', 'Ona', '2026-12-02'))
    expect(faults(...rows.slice(1))).toEqual([])
    expect(faults(...rows)).toEqual(['6 tests are under quarantine: 5 are the most'])
  })
})
