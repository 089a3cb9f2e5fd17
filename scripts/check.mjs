/**
 * `npm run check`: what is fast enough to run before each commit: static checks, those of single files on the changed
 * ones, and the units that they touch. `-- --screens` runs the browser tests of the touched features as well, `-- --all` every unit.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { globSync } from './files.mjs'
import { prepare } from './prepare.mjs'
import { runSteps } from './run-steps.mjs'
import {
  build,
  format,
  formatOf,
  kernelIsFresh,
  lint,
  lintOf,
  pageReads,
  rooms,
  types,
  unusedCode,
  vitest,
} from './steps.mjs'
import { touchedTests } from './touched-tests.mjs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Paths that differ from the last commit, new ones too; undefined outside of a checkout of git. */
function changedPaths() {
  try {
    return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    return undefined
  }
}

const [areAllWanted, areScreensWanted] = ['--all', '--screens'].map((option) => process.argv.includes(option))
await prepare({ build: false })
const changed = changedPaths()
const { areAllUnits, screens } = touchedTests(changed ?? [], globSync(['tests'], /\.test\.ts$/))
const isPart = changed !== undefined && !areAllWanted && !areAllUnits
const which = isPart ? ['--changed', '--passWithNoTests'] : []
// What looks at one file at a time need not look at those that are as they were.
const there = isPart ? changed.filter((path) => existsSync(path)) : []
const scripts = there.filter((path) => /\.(?:[cm]?[jt]s|tsx)$/.test(path))
const perFile = isPart
  ? [...(there.length > 0 ? [formatOf(there)] : []), ...(scripts.length > 0 ? [lintOf(scripts)] : [])]
  : [format, lint]
// The longest first, so that both cores end at about the same time.
const steps = [
  [types, unusedCode, ...perFile, rooms, pageReads, kernelIsFresh],
  vitest(['units', 'units-apart'], ...which),
  vitest(['components'], ...which),
]
if (areScreensWanted && screens.length > 0) steps.push(build, vitest(['whole'], ...screens))
if (areScreensWanted && screens.length === 0) console.log('No feature that browser tests cover was touched.')
const { failed } = await runSteps(steps)
process.exit(failed === 0 ? 0 : 1)
