/**
 * `npm run statements [-- ID | WORD | FILE …]`: the statements of the specification with the tests that show them. Their
 * words are read from `../shared/specification.csv`, where it lies beside the project; without it the ids stand alone.
 */
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describeStatements, parseCsv, readStatements } from './statements.mjs'

const TABLE = fileURLToPath(new URL('../tests/specification.csv', import.meta.url))
const SPECIFICATION = fileURLToPath(new URL('../../shared/specification.csv', import.meta.url))

const isThere = existsSync(SPECIFICATION)
const texts = isThere
  ? parseCsv(readFileSync(SPECIFICATION, 'utf8'))
      .slice(1)
      .map(([id, , statement]) => [id, statement])
  : []
const found = describeStatements(readStatements(TABLE), new Map(texts), process.argv.slice(2))
if (found.length > 0) console.log(found.join('\n'))
if (!isThere) console.error('The words of the statements are not here: put specification.csv into ../shared.')
if (found.length === 0) {
  console.error('No statement has this id, word or file.')
  process.exitCode = 1
}
