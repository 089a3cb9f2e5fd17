/** The steps that `npm run check` and `npm test` are made of: each passes or fails as one, or counts its own tests. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const bin = (name) => join('node_modules', '.bin', name)

/** Runs a program with inherited output; true when it ended with 0. */
export const succeeds = (command, args, env = process.env) =>
  spawnSync(command, args, { stdio: 'inherit', env }).status === 0

const step = (name, command, ...args) => ({
  name,
  run: () => (succeeds(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
})

/** Runs a project of vitest.config.ts and counts its tests; a run that breaks off counts as one failure. */
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
    }
  },
})

export const format = step('format', bin('prettier'), '--check', '--log-level', 'warn', '.')
export const lint = step('lint', bin('oxlint'), '--type-aware', '--deny-warnings')
export const types = step('types', bin('tsc'), '--build', 'tsconfig.json')
export const typesOfTests = step('types of the tests', bin('tsc'), '--project', 'tsconfig.tests.json')
export const rooms = step('rooms', process.execPath, 'scripts/check-rooms.mjs')
export const unusedCode = step('unused code', bin('knip'), '--no-progress')
export const kernelIsFresh = step(
  'kernel is built from its sources',
  process.execPath,
  'scripts/build-wasm-stamp.mjs',
)
export const sizes = step('sizes', process.execPath, 'scripts/check-sizes.mjs')

/** Runs steps in turn, goes on after a failure, and ends with the one line of counts. Returns the number of failures. */
export function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const broken = []
  for (const { name, run } of steps) {
    const started = Date.now()
    console.log(`\n— ${name}`)
    const { passed, failed, skipped = 0 } = run()
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    if (failed > 0) broken.push(name)
    console.log(`  ${failed > 0 ? 'FAILED' : 'ok'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  if (broken.length > 0) console.log(`\nFailed: ${broken.join('; ')}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed
}
