/** `npm run check`: what is fast enough to run before each commit. */
import process from 'node:process'
import { prepare } from './prepare.mjs'
import {
  format,
  kernelIsFresh,
  lint,
  rooms,
  runSteps,
  types,
  typesOfTests,
  unusedCode,
  vitest,
} from './steps.mjs'

await prepare({ build: false })
process.exit(
  runSteps([format, lint, types, typesOfTests, rooms, unusedCode, kernelIsFresh, vitest('units')]) === 0
    ? 0
    : 1,
)
