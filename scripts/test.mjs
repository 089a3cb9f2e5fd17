/**
 * `npm test`: everything in short form, on a fresh clone too. It installs what is missing, builds, and ends with one
 * line of counts for the whole. `--long` runs the long forms as well.
 */
import process from 'node:process'
import { requireChromium, softwareGl } from './chromium.mjs'
import { saveRun } from './last-run.mjs'
import { lastLongRun, saveLongRun } from './long-runs.mjs'
import { prepare } from './prepare.mjs'
import { faultsOfReferences, readStatements } from './statements.mjs'
import { countTests, runSteps } from './run-steps.mjs'
import {
  build,
  failedOnceMore,
  format,
  kernelIsFresh,
  lint,
  nativeKernel,
  pageReads,
  rooms,
  sizes,
  types,
  unusedCode,
  vitest,
} from './steps.mjs'

try {
  await prepare({ build: false })
  // Test files that start servers would look at every source again.
  process.env.PALIMPSEST_PREPARED = '1'
  process.env.CHROMIUM = requireChromium()
  process.env.SOFTWARE_GL ??= softwareGl(process.env.CHROMIUM)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
if (process.argv.includes('--long')) process.env.LONG = '1'

/** Needs the reports of all the tests before it. */
const statements = {
  name: 'statements of the specification',
  run: ({ files }) => {
    const faults = faultsOfReferences(readStatements('tests/specification.csv'), files)
    for (const fault of faults) console.error(`  ${fault}`)
    return { passed: faults.length > 0 ? 0 : 1, failed: faults.length > 0 ? 1 : 0 }
  },
}

/** Says at the end when the long form last ran; of a long run, saves that it was this one. */
const longForm = {
  name: 'the long form',
  run: ({ files }) => {
    if (process.env.LONG) saveLongRun(countTests(files))
    return { notes: [lastLongRun()] }
  },
}

const steps = [
  // The longest first, so that both cores end at about the same time.
  [build, types, format, nativeKernel, unusedCode, lint, rooms, pageReads, kernelIsFresh],
  sizes,
  vitest(['units', 'units-apart']),
  vitest(['components']),
  vitest(['whole', 'whole-apart']),
  vitest(['alone']),
  failedOnceMore,
  statements,
  longForm,
]
const result = await runSteps(steps)
saveRun(result)
process.exit(result.failed === 0 ? 0 : 1)
