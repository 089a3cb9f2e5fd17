/**
 * Holds the browser tests to polling. A value that must be right at once is read into a variable first, with the reason
 * beside it: then it is not read within `expect`.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { globSync } from './files.mjs'
import { faultsOfReads } from './page-reads.mjs'

const FOLDERS = ['tests/e2e', 'tests/screens', 'tests/pictures', 'tests/journeys']
const files = globSync(FOLDERS, /\.ts$/)
let faults = 0
for (const file of files)
  for (const { line, what } of faultsOfReads(readFileSync(file, 'utf8'))) {
    console.error(`${file}:${line}: ${what}`)
    faults += 1
  }
// A reader that finds nothing to read would pass everything.
if (files.length < 50) console.error(`only ${files.length} files of browser tests were found`)
console.log(`reads of pages: ${files.length} files, ${faults} faults`)
process.exit(faults === 0 && files.length >= 50 ? 0 : 1)
