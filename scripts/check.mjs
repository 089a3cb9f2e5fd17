/** `npm run check`: what is fast enough to run before each commit. */
import process from 'node:process'
import { prepare } from './prepare.mjs'
import { runSteps } from './run-steps.mjs'
import {
  format,
  kernelIsFresh,
  lint,
  pageReads,
  rooms,
  types,
  typesOfTests,
  unusedCode,
  vitest,
} from './steps.mjs'

await prepare({ build: false })
const steps = [
  [types, typesOfTests, format, unusedCode, lint, rooms, pageReads, kernelIsFresh],
  vitest(['units', 'units-apart']),
  vitest(['components']),
]
process.exit((await runSteps(steps)).failed === 0 ? 0 : 1)
