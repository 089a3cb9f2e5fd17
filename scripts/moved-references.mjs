/** What follows when a test is moved or renamed: references to it, and the paths that its file imports. */
import { posix } from 'node:path'
import { parseCsv } from './statements.mjs'

/**
 * The parts of a reference, `file` or `file › title`.
 *
 * @returns `title` is undefined where the reference names a file alone
 */
export function parseReference(reference) {
  const [file, ...title] = reference.split(' › ')
  return { file: file.trim(), title: title.length > 0 ? title.join(' › ').trim() : undefined }
}

const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * The table of statements with its references to a moved test rewritten.
 *
 * @param csv - text of tests/specification.csv
 * @param from - `{ file, title }` as it was; without a title, every test of the file
 * @param to - `{ file, title }` as it is now; without a title, titles stay
 * @returns the text, and how many references were rewritten; a statement names the same test once
 */
export function moveReferences(csv, from, to) {
  let count = 0
  const moved = (reference) => {
    const { file, title } = parseReference(reference)
    if (file !== from.file || (from.title !== undefined && title !== from.title)) return reference
    count += 1
    const newTitle = to.title ?? title
    return newTitle === undefined ? to.file : `${to.file} › ${newTitle}`
  }
  const [head, ...rows] = parseCsv(csv)
  const moveRow = ([id, shownBy = '', ...others]) => [
    id,
    [...new Set(shownBy.split(' | ').map(moved))].join(' | '),
    ...others,
  ]
  const text = [head, ...rows.map(moveRow)].map((row) => `${row.map(cell).join(',')}\n`).join('')
  return { text, count }
}

/** Paths in imports, in mocks, and in addresses beside the file; the groups are what stands around the path. */
const PATHS = [
  /(\bfrom\s+['"])(\.[^'"]*)(['"])/g,
  /(\bimport\s*\(?\s*['"])(\.[^'"]*)(['"])/g,
  /(\bvi\.(?:mock|doMock|unmock|importActual)(?:<[^>]*>)?\(\s*['"])(\.[^'"]*)(['"])/g,
  /(\bnew URL\(\s*['"`])([^'"`:]*)(['"`],\s*import\.meta\.url)/g,
]

const rewritePaths = (text, rewrite) =>
  PATHS.reduce(
    (result, pattern) =>
      result.replace(pattern, (_whole, before, path, after) => `${before}${rewrite(path)}${after}`),
    text,
  )

/** The path of `target` as a file in `folder` names it. */
function pathFrom(folder, target) {
  const path = posix.relative(folder, target)
  return `${path.startsWith('.') ? path : `./${path}`}${target.endsWith('/') ? '/' : ''}`
}

/** A file's text after it was moved: its relative paths lead to where they led before. Paths are below the project. */
export function moveOwnPaths(text, oldFile, newFile) {
  const [oldFolder, newFolder] = [posix.dirname(oldFile), posix.dirname(newFile)]
  if (oldFolder === newFolder) return text
  return rewritePaths(text, (path) => pathFrom(newFolder, posix.join(oldFolder, path)))
}

/** The text of `file` after another file was moved: where it named `oldFile`, it names `newFile`. */
export function movePathsTo(text, file, oldFile, newFile) {
  const folder = posix.dirname(file)
  return rewritePaths(text, (path) =>
    posix.join(folder, path) === oldFile ? pathFrom(folder, newFile) : path,
  )
}
