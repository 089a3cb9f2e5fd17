/** The table of tiers: what the tests of each kind cost in the last whole run. */
import { relative } from 'node:path'
import process from 'node:process'

/** Folders whose tests are a tier of their own; all other tests lie beside what they test. */
const FOLDER = /^tests\/([^/]+)\//

/** Tests of the client in a DOM, which lie beside it too. */
const COMPONENT = /\.dom\.test\.tsx$/

const tierOf = ({ name }) =>
  COMPONENT.test(name) ? 'components' : (FOLDER.exec(relative(process.cwd(), name))?.[1] ?? 'beside the code')

/**
 * Tests, processor seconds and minutes by tier. A step's processor seconds and minutes are shared among its files by how
 * long each took.
 *
 * @param steps - of a run: `name`, `seconds`, `cpuSeconds` (undefined where the system does not say) and `files`, each
 *   with `name`, `seconds` and `tests`
 * @returns rows `{ tier, tests, cpuSeconds, minutes }` in the order of the run, steps without files under their own names
 */
export function tiers(steps) {
  const rows = new Map()
  const add = (tier, tests, cpuSeconds, seconds) => {
    const row = rows.get(tier) ?? { tier, tests: 0, cpuSeconds: 0, minutes: 0 }
    row.tests += tests
    row.cpuSeconds = cpuSeconds === undefined ? undefined : row.cpuSeconds + cpuSeconds
    row.minutes += seconds / 60
    rows.set(tier, row)
  }
  for (const { name, seconds, cpuSeconds, files } of steps) {
    const whole = files.reduce((sum, file) => sum + file.seconds, 0)
    if (files.length === 0) add(name, 0, cpuSeconds, seconds)
    for (const file of files) {
      const share = whole > 0 ? file.seconds / whole : 1 / files.length
      add(
        tierOf(file),
        file.tests,
        cpuSeconds === undefined ? undefined : cpuSeconds * share,
        seconds * share,
      )
    }
  }
  return [...rows.values()]
}

const number = (value, digits = 0) =>
  value === undefined
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Rows as a table of Markdown, with their sum. */
export function tierTable(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  const isMeasured = rows.every(({ cpuSeconds }) => cpuSeconds !== undefined)
  const total = {
    tier: '**all**',
    tests: sum('tests'),
    cpuSeconds: isMeasured ? sum('cpuSeconds') : undefined,
    minutes: sum('minutes'),
  }
  const cells = [...rows, total].map(({ tier, tests, cpuSeconds, minutes }) => [
    tier,
    tests === 0 ? '–' : number(tests),
    number(cpuSeconds),
    number(minutes, 1),
  ])
  const table = [['tier', 'tests', 'processor seconds', 'minutes'], ...cells]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const line = (row) =>
    `| ${row.map((text, column) => (column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(table[0]), rule, ...table.slice(1).map(line)].join('\n')
}

const START = '<!-- tiers: written by `npm run tiers` -->'
const END = '<!-- end of tiers -->'

/** A text with what stands between its two marks replaced. Throws where it has no marks. */
export function replaceTiers(text, content) {
  const [start, end] = [text.indexOf(START), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`expected "${START}" and "${END}"`)
  return `${text.slice(0, start + START.length)}\n\n${content}\n\n${text.slice(end)}`
}
