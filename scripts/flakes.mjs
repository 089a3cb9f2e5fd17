/**
 * Tests that failed in a run and passed when their file ran once more, alone: which they are, and when they fail the run.
 * tests/flakes.csv is the ledger: a row for each time that one was seen; `owner` and `until` put a test under quarantine.
 */
import { relative } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { parseCsv } from './statements.mjs'

/** More flaky files than these in one run are no chance. */
const MOST_FLAKY_FILES = 3
/** Failed files beyond these are not run once more: something else is wrong, and it would take as long again. */
const MOST_REPEATED = 10
const MOST_QUARANTINED = 5
const MOST_DAYS = 14
const DAY_MS = 86_400_000

const COLUMNS = ['date', 'test', 'why', 'owner', 'until']

const nameOf = (file) => relative(process.cwd(), file.name)
const firstLine = (text) =>
  stripVTControlCharacters(text).split('\n', 1)[0].replaceAll(/\s+/g, ' ').trim().slice(0, 200)

/** A failed file of a report, or one that broke off before its tests. */
export const hasFailed = (file) => file.status === 'failed' || file.message !== ''

/** What tells a file's report from others: a file may belong to several projects. */
export const keyOf = ({ projects = [], name }) => [...projects, name].join('\0')

/** Whether the files of a run that failed are few enough to be run once more. */
export const areRepeated = (failed) => failed.length > 0 && failed.length <= MOST_REPEATED

/**
 * What failed in a file: one entry for each test, or one for the file where it broke off outside of its tests.
 *
 * @param file - one of `testResults` of vitest's JSON report
 * @returns `test`: `file › full title`, or the file alone; `why`: the whole text
 */
export function failuresOf(file) {
  const tests = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      test: `${nameOf(file)} › ${fullName}`,
      why: failureMessages.join('\n'),
    }))
  if (tests.length > 0 || !hasFailed(file)) return tests
  return [{ test: nameOf(file), why: file.message || 'failed outside of its tests' }]
}

/**
 * What the second run of the failed files showed.
 *
 * @param first - reports of the files that failed
 * @param second - reports of the same files, run once more; one that is missing has failed again
 * @returns `flaky`: what failed in files that passed then; `twice`: files that failed again, with both reports
 */
export function compareRuns(first, second) {
  const again = new Map(second.map((file) => [keyOf(file), file]))
  const isFlaky = (file) => again.has(keyOf(file)) && !hasFailed(again.get(keyOf(file)))
  return {
    flaky: first.filter(isFlaky).flatMap((file) => failuresOf(file)),
    twice: first
      .filter((file) => !isFlaky(file))
      .map((file) => ({ file: nameOf(file), first: file, second: again.get(keyOf(file)) })),
  }
}

/** Rows of the ledger, by the names of its columns. */
export const readLedger = (text) =>
  parseCsv(text)
    .slice(1)
    .map((row) => Object.fromEntries(COLUMNS.map((column, place) => [column, row[place] ?? ''])))

const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Lines to add to the ledger for what was flaky today, one for each test and day.
 *
 * @param flaky - as of {@link compareRuns}
 * @param ledger - rows that it has
 * @param today - ISO date
 */
export const ledgerLines = (flaky, ledger, today) =>
  flaky
    .filter(({ test }) => !ledger.some((row) => row.test === test && row.date === today))
    .map(({ test, why }) => `${[today, test, firstLine(why), '', ''].map(cell).join(',')}\n`)

const isQuarantine = ({ owner, until }) => owner !== '' || until !== ''

/** What is wrong with a row that puts a test under quarantine; undefined where nothing is. */
function faultOfQuarantine({ test, owner, until }, ran, today) {
  if (owner === '') return `${test} is under quarantine without an owner`
  if (!/^\d{4}-\d\d-\d\d$/.test(until)) return `${test} is under quarantine without a day on which it ends`
  if (until < today) return `the quarantine of ${test} ended on ${until}`
  const days = (Date.parse(until) - Date.parse(today)) / DAY_MS
  if (days > MOST_DAYS) return `the quarantine of ${test} ends in ${days} days: ${MOST_DAYS} are the most`
  if (ran && !ran.has(test)) return `${test} is under quarantine and did not run`
  return undefined
}

/** Names of all tests that ran, passed or not, and of their files. */
function testsRun(files) {
  const titles = files.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName }) => `${nameOf(file)} › ${fullName}`),
  )
  return new Set([...titles, ...files.map(nameOf)])
}

/**
 * Why flaky tests fail a run, one text each: too many files, a test that was flaky before, or a ledger that hides more
 * than it may.
 *
 * @param flaky - as of {@link compareRuns}
 * @param ledger - rows as they stood before this run
 * @param files - reports of every file that was to run
 * @param today - ISO date
 */
export function faultsOfFlakes(flaky, ledger, files, today) {
  const ran = testsRun(files)
  const quarantines = ledger.filter(isQuarantine)
  const quarantined = new Set(
    quarantines.filter((row) => !faultOfQuarantine(row, undefined, today)).map(({ test }) => test),
  )
  const flakyFiles = new Set(flaky.map(({ test }) => test.split(' › ')[0]))
  const known = flaky
    .filter(({ test }) => !quarantined.has(test))
    .map(({ test }) => ledger.find((row) => row.test === test))
    .filter(Boolean)
  return [
    ...(flakyFiles.size > MOST_FLAKY_FILES
      ? [`${flakyFiles.size} files are flaky: ${MOST_FLAKY_FILES} are the most`]
      : []),
    ...known.map(({ test, date }) => `${test} was flaky before, on ${date}, and is not under quarantine`),
    ...quarantines.flatMap((row) => faultOfQuarantine(row, ran, today) ?? []),
    ...(quarantines.length > MOST_QUARANTINED
      ? [`${quarantines.length} tests are under quarantine: ${MOST_QUARANTINED} are the most`]
      : []),
  ]
}
