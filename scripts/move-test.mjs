/**
 * `npm run move-test -- OLD NEW`: moves a test file by `git mv`, and rewrites what names it: references in
 * tests/specification.csv, paths in imports, mentions of the whole path elsewhere. `'OLD › title' 'NEW › title'` rewrites
 * the references to one test that was moved or renamed by hand.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { moveOwnPaths, movePathsTo, moveReferences, parseReference } from './moved-references.mjs'

const TABLE = 'tests/specification.csv'
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const fail = (message) => {
  console.error(message)
  process.exit(1)
}
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' })

/** Writes what `change` makes of a file; true when that is something else. */
function rewrite(file, change) {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(file, after)
  return after !== before
}

/** Moves a file and rewrites what imports or mentions it; returns the other files that were changed. */
function moveFile(oldFile, newFile) {
  mkdirSync(dirname(newFile), { recursive: true })
  git('mv', oldFile, newFile)
  const isOwnChanged = rewrite(newFile, (text) => moveOwnPaths(text, oldFile, newFile))
  const others = git('ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.json')
    .split('\n')
    .filter((file) => file !== newFile && existsSync(file))
  const changed = others.filter((file) =>
    rewrite(file, (text) => movePathsTo(text, file, oldFile, newFile).replaceAll(oldFile, newFile)),
  )
  return isOwnChanged ? [newFile, ...changed] : changed
}

const args = process.argv.slice(2)
if (args.length !== 2) fail("Usage: npm run move-test -- OLD NEW, or 'OLD › title' 'NEW › title'")
const [from, to] = args.map(parseReference)
if ((from.title === undefined) !== (to.title === undefined)) fail('Both need a title, or neither.')
const isOfFile = from.title === undefined
if (isOfFile) {
  if (!existsSync(from.file)) fail(`${from.file} does not exist.`)
  if (existsSync(to.file)) fail(`${to.file} exists: move its tests by hand, and each title by this command.`)
} else if (!existsSync(to.file)) fail(`${to.file} does not exist.`)

const changed = isOfFile ? moveFile(from.file, to.file) : []
if (changed.length > 0) execFileSync('node_modules/.bin/oxfmt', changed)
let count = 0
rewrite(TABLE, (text) => {
  const moved = moveReferences(text, from, to)
  count = moved.count
  return moved.text
})
for (const file of changed) console.log(`rewritten: ${file}`)
console.log(`references rewritten in ${TABLE}: ${count}`)
if (isOfFile && readFileSync('vitest.config.ts', 'utf8').includes(from.file.split('/').at(-1).split('.')[0]))
  console.log('vitest.config.ts may name the file among others: look there.')
if (!isOfFile && !readFileSync(to.file, 'utf8').includes(to.title.split(/%|\$/)[0]))
  console.log(`${to.file} has no such title yet.`)
