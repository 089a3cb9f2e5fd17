/** `node scripts/program.mjs NAME …`: brings the checkout up to date, then runs one of the built programs. */
import { prepare } from './prepare.mjs'
import { pathToFileURL } from 'node:url'
import process from 'node:process'
import { resolve } from 'node:path'

const [name, ...args] = process.argv.slice(2)
if (!name) {
  console.error('Usage: node scripts/program.mjs NAME [argument …]')
  process.exit(2)
}
await prepare()
const program = resolve('dist/server', `${name}.mjs`)
process.argv = [process.execPath, program, ...args]
await import(pathToFileURL(program).href)
