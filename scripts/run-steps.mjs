/** Runs the steps of `npm run check` and `npm test`, and ends with one line of counts. */
import { relative } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { hasFailed, keyOf } from './flakes.mjs'
import { endedCpuSeconds } from './last-run.mjs'
import { skippedGroups } from './skipped-groups.mjs'

/** Seconds that a test file of a report took. */
const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000

const SLOWEST = 20

function printSlowest(files) {
  if (files.length <= SLOWEST) return
  console.log(`\nThe ${SLOWEST} slowest test files:`)
  const slowest = files.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SLOWEST)
  for (const file of slowest)
    console.log(`${secondsOf(file).toFixed(1).padStart(8)} s  ${relative(process.cwd(), file.name)}`)
}

const LINE_CHARS = 300

/** Each failed test with the first lines of why: a long run scrolls away. */
function printFailedTests(files) {
  const short = (text) => stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, LINE_CHARS)
  for (const file of files) {
    const name = relative(process.cwd(), file.name)
    if (file.message) console.log(`  ${name}: ${short(file.message)}`)
    for (const { status, fullName, failureMessages } of file.assertionResults)
      if (status === 'failed') console.log(`  ${name}: ${fullName}: ${short(failureMessages.join(' '))}`)
  }
}

/** What the reports of test files count. A file that broke off outside of its tests counts as one failure. */
export function countTests(files) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files) {
    const of = (status) => file.assertionResults.filter((test) => test.status === status).length
    const [passed, failed] = [of('passed'), of('failed')]
    total.passed += passed
    total.failed += failed === 0 && hasFailed(file) ? 1 : failed
    total.skipped += file.assertionResults.length - passed - failed
  }
  return total
}

const WARNING = 'warning: '
/** Lines that a step wants to be read at the end of the run. */
const notesOf = ({ notes = [], output = '' }) => [
  ...notes,
  ...output.split('\n').flatMap((line) => (line.startsWith(WARNING) ? [line.slice(WARNING.length)] : [])),
]

/** How a step of this outcome ended, in a word. */
function wordOf(counts) {
  if (counts.failed > 0 || (counts.files ?? []).some(hasFailed)) return 'FAILED'
  return counts.needs ? 'skipped' : 'ok'
}

function printTimes(outcomes) {
  console.log('\nTime of each step:')
  for (const { name, seconds } of outcomes) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
}

function printSkipped(skipped) {
  if (skipped.length > 0) console.log('\nSkipped:')
  for (const { group, needs, tests } of skipped)
    console.log(
      `  ${group}: ${tests === 1 ? '1 test' : `${tests} tests`}; ${needs ? `needs ${needs}` : 'in short form'}`,
    )
}

/**
 * Runs steps in turn, goes on after a failure, and ends with the one line of counts. Steps in a list of their own run two
 * at a time, one to a core. A step's `run` gets `files`, the last reports of all test files so far, and `isShown`:
 * false where others write meanwhile. Where one that
 * `isRequired` fails, the steps after it and those beside it are not run. A file that is reported again counts by its last report.
 *
 * @returns `failed`: the number of failures; `files`: the last reports; `groups`: steps that ran side by side as one, each
 *   with its `name`, `seconds`, `cpuSeconds` (of its programs; undefined where the system does not say) and `files`
 */
export async function runSteps(steps) {
  const outcomes = []
  const groups = []
  const reports = new Map()
  const filesSoFar = () => [...reports.values()]
  const record = (name, counts, seconds) => {
    outcomes.push({ name, seconds, ...counts })
    for (const file of counts.files ?? []) reports.set(keyOf(file), file)
    if (counts.output) process.stdout.write(counts.output)
    console.log(`  ${wordOf(counts)} (${seconds.toFixed(1)} s)`)
    // And once more at the end: of a long output, some readers see the one, some the other.
    printFailedTests(counts.files ?? [])
  }
  for (const entry of steps) {
    const [before, begun, cpuBefore] = [outcomes.length, Date.now(), endedCpuSeconds()]
    const waiting = [entry].flat()
    const isAlone = waiting.length === 1
    const runWaiting = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const started = Date.now()
        if (isAlone) console.log(`\n— ${next.name}`)
        const counts = await next.run({ files: filesSoFar(), isShown: isAlone })
        if (!isAlone) console.log(`\n— ${next.name}`)
        record(next.name, counts, (Date.now() - started) / 1000)
      }
    }
    await Promise.all([runWaiting(), runWaiting()])
    const steps = outcomes.slice(before)
    groups.push({
      name: steps.length > 1 ? `${[entry].flat()[0].name} and ${steps.length - 1} more` : steps[0].name,
      seconds: (Date.now() - begun) / 1000,
      cpuSeconds: cpuBefore === undefined ? undefined : endedCpuSeconds() - cpuBefore,
      files: steps.flatMap(({ files = [] }) => files),
    })
    const required = [entry].flat().filter(({ isRequired }) => isRequired)
    if (outcomes.some(({ name, failed }) => failed > 0 && required.some((step) => step.name === name))) break
  }
  const files = filesSoFar()
  const tests = countTests(files)
  const sum = (key) => outcomes.reduce((total, counts) => total + (counts[key] ?? 0), tests[key])
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  // A file that passed once more no longer counts against the step that it failed in.
  const isBroken = (outcome) =>
    outcome.failed > 0 || (outcome.files ?? []).some((file) => hasFailed(reports.get(keyOf(file))))
  const broken = outcomes.filter(isBroken).map(({ name }) => name)
  const notes = outcomes.flatMap(notesOf)
  const missing = outcomes.filter(({ needs }) => needs)
  printSlowest(files)
  printTimes(outcomes)
  printSkipped([
    ...missing.map(({ name, needs }) => ({ group: name, needs, tests: 1 })),
    ...skippedGroups(files),
  ])
  if (broken.length > 0) console.log(`\nFailed: ${broken.join('; ')}`)
  printFailedTests(files)
  if (notes.length > 0) console.log('')
  for (const note of notes) console.log(note)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return { failed, groups, files }
}
