/**
 * `npm run sizes`: compares what a visitor downloads with scripts/sizes.json, as it is sent: packed, with letters, texts and
 * the head of each answer. Followed from the built HTML through static imports, plus the named lazy chunks of each page.
 * `--write` records the sizes that were measured.
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { judgeSizes, recordSizes } from './sizes.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const TABLE = 'scripts/sizes.json'
const DIST = 'dist/client'
const ASSETS = join(DIST, 'assets')
const LANGUAGES = ['en', 'lt']

/**
 * Pages: the HTML that each begins with where it is not the product's own, the lazy chunks (by the start of their name) and
 * the texts that each loads beside the entry.
 */
const PAGES = [
  {
    page: 'landing',
    chunks: ['start-outside', 'landing-page'],
    texts: ['common', 'errors', 'landing'],
  },
  {
    page: 'sign-in',
    chunks: ['start-outside', 'sign-pages'],
    texts: ['common', 'errors', 'auth'],
  },
  {
    page: 'lists',
    chunks: ['product', 'shell-layout', 'main-route'],
    texts: ['common', 'errors', 'maps'],
  },
  {
    page: 'map routes',
    chunks: ['product', 'shell-layout', 'editor-route'],
    texts: ['common', 'errors', 'editor', 'maps', 'places'],
  },
  {
    page: 'map viewer',
    chunks: ['product', 'shell-layout', 'viewer-route'],
    texts: ['common', 'errors', 'viewer', 'search', 'maps', 'places'],
  },
  {
    page: 'public map',
    html: 'public-map.html',
    chunks: [],
    texts: ['public', 'maps', 'common'],
  },
  {
    page: 'public viewer',
    html: 'public-map.html',
    chunks: ['explore-page'],
    texts: ['public', 'maps', 'common', 'explore'],
  },
]
/** What the head of an answer takes, in kB. */
const HEAD = 0.4
/** Letters that every page begins with, and those of Lithuanian beside them: what such a file holds is packed already. */
const LETTERS = {
  'letters of every page': /^(?:inter|fraunces)-common-.*\.woff2$/,
  'letters of Lithuanian': /^(?:inter|fraunces)-lithuanian-.*\.woff2$/,
}

const files = readdirSync(ASSETS)
const faults = []

/** A file as the server sends it: as the build has packed it, or packed for the answer. */
function sentKB(path) {
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size / 1000 + HEAD
  if (path.endsWith('.woff2')) return statSync(path).size / 1000 + HEAD
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(readFileSync(path), { params }).length / 1000 + HEAD
}

const sumOf = (paths, sizeOf) => paths.reduce((sum, path) => sum + sizeOf(path), 0)
const lettersOf = (name) => {
  const found = files.filter((file) => LETTERS[name].test(file)).map((file) => join(ASSETS, file))
  if (found.length !== 2) faults.push(`${name}: ${found.length} files in place of 2`)
  return found
}
const letters = lettersOf('letters of every page')
const lithuanianLetters = lettersOf('letters of Lithuanian')

/** Files that `file` needs at once, by its static imports, or with `everLoaded` that it may ever load. */
function withImports(file, seen = new Set(), everLoaded = false) {
  if (seen.has(file)) return seen
  seen.add(file)
  if (!file.endsWith('.js')) return seen
  const text = readFileSync(join(ASSETS, file), 'utf8')
  const imports = everLoaded
    ? /(?:from|import)\s*\(?\s*["'`](\.\/[^"'`]+)["'`]/g
    : /(?:from|import)\s*["'](\.\/[^"']+)["']/g
  for (const [, path] of text.matchAll(imports)) withImports(posix.basename(path), seen, everLoaded)
  return seen
}

/** Files that a built page names. */
function entriesOf(name) {
  const html = readFileSync(join(DIST, name), 'utf8')
  return [...html.matchAll(/(?:src|href)="[^"]*assets\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file)
}

// Loading what begins a page mounts it: the product, were it to need a part of it, would be drawn over.
const product = entriesOf('index.html').reduce((seen, file) => withImports(file, seen, true), new Set())
for (const { html } of PAGES.filter((page) => page.html)) {
  const begin = entriesOf(html).find((file) => file.endsWith('.js'))
  if (product.has(begin)) faults.push(`the product loads ${begin}, which begins ${html}`)
}

/** What a page needs in every language: its HTML, scripts and styles. */
function filesOf({ page, html = 'index.html', chunks }) {
  const needed = new Set(entriesOf(html).flatMap((file) => [...withImports(file)]))
  for (const chunk of chunks) {
    const found = files.filter((file) => file.startsWith(`${chunk}-`) && /\.(js|css)$/.test(file))
    if (found.length === 0) faults.push(`${page}: there is no chunk ${chunk}-*`)
    for (const file of found) withImports(file, needed)
  }
  return [join(DIST, html), join(DIST, 'boot.js'), ...[...needed].map((file) => join(ASSETS, file))]
}

const sizes = {}
for (const page of PAGES) {
  const size = sumOf([...filesOf(page), ...letters], sentKB)
  for (const language of LANGUAGES) {
    const texts = page.texts.map((name) => join('locales', language, `${name}.json`))
    const beside = language === 'lt' ? lithuanianLetters : []
    sizes[`${page.page}, ${language}`] = size + sumOf([...texts, ...beside], sentKB)
  }
}
sizes['letters of every page'] = sumOf(letters, (path) => statSync(path).size / 1000)
sizes['letters of Lithuanian'] = sumOf(lithuanianLetters, (path) => statSync(path).size / 1000)
sizes.kernel = sumOf(
  files.filter((file) => file.endsWith('.wasm')).map((file) => join(ASSETS, file)),
  sentKB,
)
if (sizes.kernel === 0) faults.push(`there is no WASM module in ${ASSETS}`)

const recorded = existsSync(TABLE) ? JSON.parse(readFileSync(TABLE, 'utf8')) : {}
const isWriting = process.argv.includes('--write')
const table = isWriting ? recordSizes(sizes, recorded) : recorded
if (isWriting) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`)
const judged = judgeSizes(sizes, table)
for (const { text } of judged) console.log(text)
for (const fault of faults) console.error(fault)
for (const { warning } of judged) if (warning) console.log(`warning: ${warning}`)
process.exit(faults.length > 0 || judged.some(({ isOver }) => isOver) ? 1 : 0)
