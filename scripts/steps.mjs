/** The steps that `npm run check` and `npm test` are made of: each passes or fails as one, or counts its own tests. */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import {
  areRepeated,
  compareRuns,
  failuresOf,
  faultsOfFlakes,
  hasFailed,
  ledgerLines,
  readLedger,
} from './flakes.mjs'
import { runVitest } from './run-vitest.mjs'

const bin = (name) => join('node_modules', '.bin', name)

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

/** What users get, built where it is stale: tests of the whole product and sizes need it. */
export const build = {
  ...step(
    'build',
    process.execPath,
    '-e',
    "import('./scripts/prepare.mjs').then((m) => m.prepare({ flat: true }))",
  ),
  isRequired: true,
}

/** Runs projects of vitest.config.ts together; their tests are counted by the reports of their files. */
export const vitest = (projects, ...args) => ({
  name: `tests: ${projects.join(', ')}`,
  run: async ({ isShown }) => {
    const { files, strays, output } = await runVitest(projects, args, { isShown })
    return { passed: 0, failed: strays.length, files, output: [output, ...strays].join('\n').trimStart() }
  },
})

const LEDGER = 'tests/flakes.csv'

/** Adds rows to the ledger where the checkout can be written; whoever sees them commits them. */
function addToLedger(lines) {
  if (lines.length === 0) return
  try {
    appendFileSync(LEDGER, lines.join(''))
  } catch (error) {
    console.log(`  ${LEDGER} cannot be written (${error.code}); it lacks:`)
  }
  for (const line of lines) console.log(`  ${LEDGER}: ${line.trimEnd()}`)
}

/** A failure's text below its test, without the runner's own frames. */
const indented = (text) =>
  text
    .split('\n')
    .filter((line) => !line.includes('/node_modules/') && !line.includes('<anonymous>'))
    .map((line) => `      ${line}`)
    .join('\n')

/** Runs one file once more. Errors that no file is known of are its own: nothing else ran. */
async function repeat({ name, projects }) {
  const { files, strays } = await runVitest(projects, [name])
  return files
    .filter((file) => file.name === name)
    .map((file) => (strays.length > 0 ? { ...file, message: file.message || strays[0] } : file))
}

function printRepeated({ flaky, twice }) {
  for (const { file, first, second } of twice) {
    console.log(`\n  ${file} failed twice`)
    const failures = [
      ...failuresOf(first).map((failure) => ({ ...failure, when: 'first' })),
      ...(second ? failuresOf(second).map((failure) => ({ ...failure, when: 'then' })) : []),
    ]
    for (const { when, test, why } of failures) console.log(`    ${when}: ${test}\n${indented(why)}`)
  }
  for (const { test, why } of flaky)
    console.log(`\n  ${test} passed once more; it had failed:\n${indented(why)}`)
}

/**
 * Runs the files that failed once more, each alone. What passes then is flaky: it counts as passed, is named with why it
 * failed, and fails the run only by the rules of flakes.mjs.
 */
export const failedOnceMore = {
  name: 'failed files once more',
  run: async ({ files }) => {
    const failed = files.filter(hasFailed)
    const second = []
    if (areRepeated(failed)) for (const file of failed) second.push(...(await repeat(file)))
    else if (failed.length > 0) console.log(`  ${failed.length} files failed: too many to repeat`)
    const result = areRepeated(failed) ? compareRuns(failed, second) : { flaky: [], twice: [] }
    printRepeated(result)
    const today = new Date().toISOString().slice(0, 10)
    const ledger = existsSync(LEDGER) ? readLedger(readFileSync(LEDGER, 'utf8')) : []
    const faults = faultsOfFlakes(result.flaky, ledger, files, today)
    addToLedger(ledgerLines(result.flaky, ledger, today))
    const names = result.flaky.map(({ test }) => test)
    const counted = names.length > 0 ? [`${names.length} flaky: ${names.join('; ')}`] : []
    return { passed: 0, failed: faults.length, files: second, notes: [...counted, ...faults] }
  },
}

/** The kernel's own tests; without cargo they are skipped. */
export const nativeKernel = {
  name: 'native kernel',
  run: () =>
    spawnSync('cargo', ['--version']).status === 0
      ? outcomeOf('cargo', ['test', '--quiet', '--manifest-path', 'wasm-tps/Cargo.toml'])
      : { passed: 0, failed: 0, skipped: 1, needs: 'cargo' },
}

/** @param paths of files or folders; those of no known kind are left out */
export const formatOf = (paths) =>
  step('format', bin('oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...paths)
export const format = formatOf(['.'])
/** @param paths none: everything */
export const lintOf = (paths) => step('lint', bin('oxlint'), '--type-aware', '--deny-warnings', ...paths)
export const lint = lintOf([])
/** Tests see the declarations of what they test, which is checked once. */
export const types = step('types', bin('tsc'), '--build', 'tsconfig.json', 'tsconfig.tests.json')
export const rooms = step('rooms', process.execPath, 'scripts/check-rooms.mjs')
export const pageReads = step('reads of pages', process.execPath, 'scripts/check-page-reads.mjs')
export const unusedCode = step('unused code', bin('knip'), '--no-progress')
export const kernelIsFresh = step(
  'kernel is built from its sources',
  process.execPath,
  'scripts/build-wasm-stamp.mjs',
)
export const sizes = step('sizes', process.execPath, 'scripts/check-sizes.mjs')
