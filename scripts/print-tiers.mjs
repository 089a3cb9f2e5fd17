/** `npm run tiers`: the table of tiers of the last whole run here, printed and written into tests/README.md. */
import { availableParallelism } from 'node:os'
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { readRun } from './last-run.mjs'
import { replaceTiers, tierTable, tiers } from './tiers.mjs'

const README = 'tests/README.md'
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

let run
try {
  run = readRun()
} catch {
  console.error('No whole run is saved here: run `npm test` first.')
  process.exit(1)
}
const head = `${run.date}, ${run.commit ?? 'no commit'}, ${run.form} form, ${availableParallelism()} cores:`
const content = `${head}\n\n${tierTable(tiers(run.steps))}`
writeFileSync(README, replaceTiers(readFileSync(README, 'utf8'), content))
console.log(content)
