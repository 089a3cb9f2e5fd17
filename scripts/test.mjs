/**
 * `npm test`: everything in short form, on a fresh clone too. It installs what is missing, builds, and ends with one
 * line of counts for the whole. `--long` runs the long forms as well.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { requireChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import {
  format,
  kernelIsFresh,
  lint,
  rooms,
  runSteps,
  sizes,
  succeeds,
  types,
  typesOfTests,
  unusedCode,
  vitest,
} from './steps.mjs'

try {
  await prepare()
  process.env.CHROMIUM = requireChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
if (process.argv.includes('--long')) process.env.LONG = '1'

const hasCargo = spawnSync('cargo', ['--version']).status === 0
const nativeKernel = {
  name: 'native kernel',
  run: () =>
    succeeds('cargo', ['test', '--quiet', '--manifest-path', 'wasm-tps/Cargo.toml'])
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1 },
}
if (!hasCargo) console.log('The native tests of the kernel are skipped: there is no cargo here.')

const steps = [
  format,
  lint,
  types,
  typesOfTests,
  rooms,
  unusedCode,
  kernelIsFresh,
  sizes,
  ...(hasCargo ? [nativeKernel] : []),
  vitest('units'),
  vitest('whole'),
]
process.exit(runSteps(steps) === 0 ? 0 : 1)
