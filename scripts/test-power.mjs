/**
 * `npm run power`: which faults do the tests catch? Puts them one by one into a copy of the checkout and runs the tests
 * that should fail: the source part of past fixes undone (`--fixes N`, the newest N), and the faults of
 * `scripts/faults.json` (`--faults`). `--at REVISION` asks the tests of another revision. Each outcome is appended to the
 * report (`--report`) at once; faults that stand there already are not tried again. `--units` runs only what needs no
 * build.
 *
 *     npm run power -- --fixes 100 --faults
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { globSync } from './files.mjs'
import { isTestFile, renamedFiles, titlesIn, withPaths } from './past-fixes.mjs'
import { touchedTests } from './touched-tests.mjs'

const { values } = parseArgs({
  options: {
    fixes: { type: 'string', default: '0' },
    faults: { type: 'boolean', default: false },
    units: { type: 'boolean', default: false },
    at: { type: 'string', default: 'HEAD' },
    report: { type: 'string', default: 'node_modules/.cache/test-power.jsonl' },
  },
})
const OUTCOMES = ['caught', 'missed', 'not by units', 'superseded', 'no longer builds']
const root = process.cwd()
const report = resolve(values.report)

const run = (command, args, cwd) =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
const git = (...args) => run('git', args, root)
const linesOf = (text) => text.split('\n').filter(Boolean)

/** The newest fixes that touched both sources of the client and a test. */
function pastFixes(count) {
  const found = []
  for (const line of linesOf(
    git('log', '--no-merges', '--format=%h %s', '-E', '--grep=^fix', values.at, '--', 'src'),
  )) {
    if (found.length === count) break
    const [id] = line.split(' ', 1)
    const files = linesOf(git('show', '--format=', '--name-only', id))
    const tests = files.filter(isTestFile)
    if (tests.length > 0) found.push({ id, about: line, sources: files.filter(isSource), tests })
  }
  return found
}

const isSource = (file) => file.startsWith('src/') && !isTestFile(file)

/** Tells the present path of a file of the time of a fix. */
const renamedSince = (id) =>
  renamedFiles(
    git('log', '--reverse', '--format=', '--name-status', '--diff-filter=R', `${id}..${values.at}`),
  )

/** Where the tests of a fix stand in the copy: those it touched, followed through moves, and others of the same titles. */
function testsOfFix({ id, tests }, copy) {
  const titles = titlesIn(git('show', '--format=', '--unified=0', id, '--', ...tests))
  const known = tests.map(renamedSince(id)).filter((file) => existsSync(join(copy, file)))
  const moved = titles.flatMap((title) => {
    const { stdout } = spawnSync('git', ['grep', '-lF', title, '--', '*.test.ts', '*.test.tsx'], {
      cwd: copy,
      encoding: 'utf8',
    })
    return linesOf(stdout)
  })
  return [...new Set([...known, ...moved])]
}

/** Undoes what of a fix's sources still applies. @returns false: nothing does */
function undo({ id, sources }, copy) {
  const patch = withPaths(git('diff', '--no-renames', id, `${id}^`, '--', ...sources), renamedSince(id))
  spawnSync('git', ['apply', '--reject', '--whitespace=nowarn', '-'], { cwd: copy, input: patch })
  run('git', ['clean', '-qf', '--', '*.rej'], copy)
  return run('git', ['diff', '--name-only', '--', 'src'], copy) !== ''
}

/** @throws where the place of the fault is not in the file exactly once */
function putIn({ file, find, replace }, copy) {
  const path = join(copy, file)
  const parts = readFileSync(path, 'utf8').split(find)
  if (parts.length !== 2) throw new Error(`${file} holds "${find}" ${parts.length - 1} times; expected once`)
  writeFileSync(path, parts.join(replace))
}

/** Whether a test needs the built program: a browser or a server runs it. */
const isOfWholeProduct = (file) => file.startsWith('tests/') && !file.startsWith('tests/components/')

const BUILDS = "import('./scripts/prepare.mjs').then((m) => m.prepare({ flat: true }))"

/** Builds what is stale in the copy. @returns false where a fault does not even build */
const build = (copy) => spawnSync(process.execPath, ['-e', BUILDS], { cwd: copy }).status === 0

/**
 * Runs tests in the copy until the first fails.
 *
 * @param args - of vitest, files among them
 * @returns names of the tests that failed
 */
function failuresOf(args, copy) {
  const output = join(copy, '.power.json')
  rmSync(output, { force: true })
  const reporters = ['--reporter=json', `--outputFile=${output}`]
  spawnSync('npx', ['vitest', ...args, ...reporters, '--passWithNoTests', '--bail=1'], {
    cwd: copy,
    env: { ...process.env, PALIMPSEST_PREPARED: '1' },
  })
  if (!existsSync(output)) return ['the run']
  return JSON.parse(readFileSync(output, 'utf8')).testResults.flatMap(
    ({ name, status, assertionResults }) => {
      const file = name.slice(copy.length + 1)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0 && status === 'failed') return [file]
      return failed.map((test) => `${file} › ${test.title}`)
    },
  )
}

const UNITS = ['units', 'units-apart', 'components'].flatMap((name) => ['--project', name])

/** The tests that should see a change, the nearest and the quickest first. @returns arguments of vitest */
function groupsOf(change, copy) {
  const runs = (files) => (files.length > 0 ? [{ args: ['run', ...files] }] : [])
  const wholes = (files) => runs(files).map((group) => ({ ...group, isBuilt: true }))
  const nearest = change.find === undefined ? testsOfFix(change, copy) : (change.tests ?? FAULT_TESTS)
  const near = wholes(nearest.filter(isOfWholeProduct))
  const units = runs(nearest.filter((file) => !isOfWholeProduct(file)))
  if (change.find !== undefined) return [...units, ...near]
  const sources = change.sources.map(renamedSince(change.id)).filter((file) => existsSync(join(copy, file)))
  const related = sources.length > 0 ? [{ args: ['related', '--run', ...UNITS, ...sources] }] : []
  const { screens } = touchedTests(sources, globSync(['tests'], /\.test\.ts$/))
  const others = screens.filter((file) => existsSync(join(copy, file)) && !nearest.includes(file))
  return [...units, ...related, ...near, ...wholes(others)]
}

/** What must see a fault of the panes. */
const FAULT_TESTS = [
  'src/map',
  'tests/flat',
  'tests/e2e/base-layers',
  'tests/e2e/drag-points',
  'tests/e2e/editor-comparison',
  'tests/e2e/overlay',
  'tests/e2e/pane-tools',
  'tests/e2e/scan-pane',
  'tests/e2e/viewer-map-drawn',
]

function outcomeOf(change, copy) {
  if (change.find !== undefined) putIn(change, copy)
  else if (!undo(change, copy)) return { outcome: 'superseded' }
  for (const { args, isBuilt } of groupsOf(change, copy)) {
    if (isBuilt && values.units) return { outcome: 'not by units' }
    if (isBuilt && !build(copy)) return { outcome: 'no longer builds' }
    const failed = failuresOf(args, copy)
    if (failed.length > 0) return { outcome: 'caught', by: failed.slice(0, 5) }
  }
  return { outcome: 'missed' }
}

/** A copy of a revision that shares what is installed here, and begins with what is built here. */
function makeCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'palimpsest-power-'))
  git('worktree', 'add', '--detach', '--force', copy, values.at)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  if (existsSync('dist')) cpSync('dist', join(copy, 'dist'), { recursive: true, preserveTimestamps: true })
  return copy
}

const done = existsSync(report) ? linesOf(readFileSync(report, 'utf8')).map((line) => JSON.parse(line)) : []
const wanted = [
  ...pastFixes(Number(values.fixes)),
  ...(values.faults ? JSON.parse(readFileSync('scripts/faults.json', 'utf8')) : []).map((fault) => ({
    id: `${fault.file}: ${fault.about}`,
    ...fault,
  })),
]
mkdirSync(dirname(report), { recursive: true })
const copy = makeCopy()
try {
  for (const change of wanted.filter(({ id }) => !done.some((one) => one.id === id))) {
    run('git', ['reset', '-q', '--hard'], copy)
    const row = {
      id: change.id,
      about: change.about,
      at: git('rev-parse', '--short', values.at).trim(),
      ...outcomeOf(change, copy),
    }
    appendFileSync(report, `${JSON.stringify(row)}\n`)
    done.push(row)
    console.log(`${row.outcome.padEnd(16)} ${row.about}${row.by ? `\n                 ${row.by[0]}` : ''}`)
  }
} finally {
  git('worktree', 'remove', '--force', copy)
}
const ids = new Set(wanted.map(({ id }) => id))
const rows = done.filter(({ id }) => ids.has(id))
const count = (outcome) => rows.filter((row) => row.outcome === outcome).length
console.log(`\n${OUTCOMES.map((outcome) => `${count(outcome)} ${outcome}`).join(', ')} of ${rows.length}`)
process.exit(count('missed') === 0 ? 0 : 1)
