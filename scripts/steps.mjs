/** The steps that `npm run check` and `npm test` are made of: each passes or fails as one, or counts its own tests. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { skippedGroups } from './skipped-groups.mjs'

const bin = (name) => join('node_modules', '.bin', name)

/** Runs a program with inherited output; true when it ended with 0. */
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Runs a program; what it writes is given back, as others may write meanwhile. */
const outcomeOf = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const written = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk))
    const end = (isPassed) =>
      resolve({
        passed: isPassed ? 1 : 0,
        failed: isPassed ? 0 : 1,
        output: Buffer.concat(written).toString(),
      })
    child.once('error', (error) => {
      written.push(Buffer.from(`${error.message}\n`))
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })

const step = (name, command, ...args) => ({ name, run: () => outcomeOf(command, args) })

/** Seconds that a test file of a report took. */
const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000

/**
 * Runs a project of vitest.config.ts and counts its tests; a run that breaks off counts as one failure. What it gives
 * back of `files` is the report of each test file, as vitest writes it.
 */
export const vitest = (project, ...args) => ({
  name: `tests: ${project}`,
  run: () => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-vitest-'))
    const report = join(folder, 'report.json')
    const options = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    const ended = succeeds(bin('vitest'), [...options, ...args])
    const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
    rmSync(folder, { recursive: true, force: true })
    if (!counts) return { passed: 0, failed: 1 }
    const failed = counts.numFailedTests
    return {
      passed: counts.numPassedTests,
      failed: ended ? failed : Math.max(1, failed),
      skipped: counts.numPendingTests + counts.numTodoTests,
      files: counts.testResults,
    }
  },
})

/** The kernel's own tests; without cargo they are skipped. */
export const nativeKernel = {
  name: 'native kernel',
  run: () =>
    spawnSync('cargo', ['--version']).status === 0
      ? outcomeOf('cargo', ['test', '--quiet', '--manifest-path', 'wasm-tps/Cargo.toml'])
      : { passed: 0, failed: 0, skipped: 1, needs: 'cargo' },
}

export const format = step('format', bin('prettier'), '--check', '--log-level', 'warn', '.')
export const lint = step('lint', bin('oxlint'), '--type-aware', '--deny-warnings')
export const types = step('types', bin('tsc'), '--build', 'tsconfig.json')
export const typesOfTests = step('types of the tests', bin('tsc'), '--project', 'tsconfig.tests.json')
export const rooms = step('rooms', process.execPath, 'scripts/check-rooms.mjs')
export const pageReads = step('reads of pages', process.execPath, 'scripts/check-page-reads.mjs')
export const unusedCode = step('unused code', bin('knip'), '--no-progress')
export const kernelIsFresh = step(
  'kernel is built from its sources',
  process.execPath,
  'scripts/build-wasm-stamp.mjs',
)
export const sizes = step('sizes', process.execPath, 'scripts/check-sizes.mjs')

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

/**
 * Runs steps in turn, goes on after a failure, and ends with the one line of counts. Steps in a list of their own run two
 * at a time, one to a core. Resolves to the number of failures.
 */
export async function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const broken = []
  const times = []
  const files = []
  const missing = []
  const record = (name, counts, seconds) => {
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped ?? 0
    files.push(...(counts.files ?? []))
    if (counts.needs) missing.push({ group: name, needs: counts.needs, tests: 1 })
    if (counts.failed > 0) broken.push(name)
    times.push({ name, seconds })
    if (counts.output) process.stdout.write(counts.output)
    console.log(
      `  ${counts.failed > 0 ? 'FAILED' : counts.needs ? 'skipped' : 'ok'} (${seconds.toFixed(1)} s)`,
    )
    // And once more at the end: of a long output, some readers see the one, some the other.
    printFailedTests(counts.files ?? [])
  }
  for (const entry of steps) {
    const waiting = [entry].flat()
    const isAlone = waiting.length === 1
    const runWaiting = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const started = Date.now()
        if (isAlone) console.log(`\n— ${next.name}`)
        const counts = await next.run({ files })
        if (!isAlone) console.log(`\n— ${next.name}`)
        record(next.name, counts, (Date.now() - started) / 1000)
      }
    }
    await Promise.all([runWaiting(), runWaiting()])
  }
  printSlowest(files)
  console.log('\nTime of each step:')
  for (const { name, seconds } of times) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
  const skipped = [...missing, ...skippedGroups(files)]
  if (skipped.length > 0) console.log('\nSkipped:')
  for (const { group, needs, tests } of skipped)
    console.log(
      `  ${group}: ${tests === 1 ? '1 test' : `${tests} tests`}; ${needs ? `needs ${needs}` : 'in short form'}`,
    )
  if (broken.length > 0) console.log(`\nFailed: ${broken.join('; ')}`)
  printFailedTests(files)
  const tail = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${tail}`)
  return total.failed
}
