/** Which tests show which statement of the specification (tests/specification.csv), asked of what the runner reported. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import process from 'node:process'
import { needOf } from './skipped-groups.mjs'

/** Reads CSV with quoted cells; quotes are doubled inside a quoted cell. */
export function parseCsv(text) {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const rows = [[]]
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1).push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3].endsWith('\n')) rows.push([])
    if (match[3] === '' || cell.lastIndex >= text.length) break
  }
  return rows.filter((row) => row.some((value) => value !== ''))
}

/** Rows of a table of statements: each one's id, and the references to what shows it. */
export const readStatements = (path) =>
  parseCsv(readFileSync(path, 'utf8'))
    .slice(1)
    .map(([id = '', shownBy = '']) => ({ id, shownBy: shownBy.split(' | ').filter(Boolean) }))

/** A title as it stands in a file: what `it.each` fills in (`%s`, `$name`) stands for anything. */
const pattern = (title) =>
  new RegExp(
    `^${title
      .split(/%[sdifjo#]|\$[\w.]+/)
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join('.+')}$`,
    's',
  )

/**
 * Why references to tests do not hold: no test of the file has exactly that title, or none of those that have it ran.
 * A test that lacks something outside the project, and says what, does not count against its statement.
 *
 * @param rows - statements with references `file › test title`; references to other things are passed over
 * @param files - `testResults` of vitest's JSON report
 * @returns one text for each fault; empty where every reference holds
 */
export function faultsOfReferences(rows, files) {
  const tests = new Map(
    files.map(({ name, assertionResults }) => [relative(process.cwd(), name), assertionResults]),
  )
  const fault = (reference) => {
    const [file, title] = reference.split(' › ')
    if (!/\.test\.tsx?$/.test(file)) return undefined
    if (title === undefined) return `${file} is named without a test`
    const wanted = pattern(title)
    const found = (tests.get(file) ?? []).filter((test) =>
      wanted.test(test.title.replace(/ \(needs [^)]+\)$/, '')),
    )
    if (found.length === 0) return `${file} has no test "${title}"`
    if (found.some(({ status }) => status === 'passed')) return undefined
    if (found.every((test) => test.status !== 'failed' && needOf([...test.ancestorTitles, test.title])))
      return undefined
    return `${file}: "${title}" did not pass`
  }
  return rows.flatMap(({ id, shownBy }) =>
    shownBy.flatMap((reference) => fault(reference) ?? []).map((text) => `${id}: ${text}`),
  )
}

/**
 * Statements with their words and what shows them, one text each, in the order of the specification; those whose words
 * are not at hand follow.
 *
 * @param rows - statements with references, as `readStatements` gives them
 * @param texts - words of the statements by id; empty where the specification is not beside the project
 * @param wanted - ids, or parts of words or references in any case; none: every statement
 */
export function describeStatements(rows, texts, wanted) {
  const shownBy = new Map(rows.map((row) => [row.id, row.shownBy]))
  const ids = [...new Set([...texts.keys(), ...shownBy.keys()])]
  return ids
    .map((id) => {
      const words = [id, texts.get(id)].filter(Boolean).join(' ')
      return { id, text: [words, ...(shownBy.get(id) ?? ['not shown'])].join('\n    ') }
    })
    .filter(({ id, text }) => wanted.length === 0 || wanted.some((part) => isMeant(part, id, text)))
    .map(({ text }) => text)
}

/** Numbers mean the one statement of that id; 1.1 is no part of 1.10. */
const isMeant = (part, id, text) =>
  /^\d+(?:\.\d+)*$/.test(part) ? part === id : text.toLowerCase().includes(part.toLowerCase())
