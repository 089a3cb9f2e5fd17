/**
 * Holds what a visitor downloads against its goal, as it is sent: packed, with the letters and texts of an English page and
 * the head of each answer. Followed from the built HTML through static imports, plus the named lazy chunks of that page.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import process from 'node:process'
import { brotliCompressSync, constants } from 'node:zlib'

const DIST = 'dist/client'
const ASSETS = join(DIST, 'assets')

/**
 * Pages: the HTML that each begins with where it is not the product's own, the lazy chunks (by the start of their name) and
 * the texts that each loads beside the entry, the size to reach in kB, and the size from which on this check fails: what is
 * over its goal must not grow further.
 */
const PAGES = [
  {
    page: 'landing',
    chunks: ['start-outside', 'landing-page'],
    texts: ['common', 'errors', 'landing'],
    goal: 230,
    limit: 230,
  },
  {
    page: 'sign-in',
    chunks: ['start-outside', 'sign-pages'],
    texts: ['common', 'errors', 'auth'],
    goal: 220,
    limit: 220,
  },
  {
    page: 'lists',
    chunks: ['product', 'shell-layout', 'main-route'],
    texts: ['common', 'errors', 'maps'],
    goal: 320,
    limit: 320,
  },
  {
    page: 'map routes',
    chunks: ['product', 'shell-layout', 'editor-route'],
    texts: ['common', 'errors', 'editor', 'maps', 'places'],
    goal: 760,
    limit: 900,
  },
  {
    page: 'map viewer',
    chunks: ['product', 'shell-layout', 'viewer-route'],
    texts: ['common', 'errors', 'viewer', 'maps', 'places'],
    goal: 760,
    limit: 820,
  },
  {
    page: 'public map',
    html: 'public-map.html',
    chunks: [],
    texts: ['public', 'maps', 'common'],
    goal: 200,
    limit: 200,
  },
]
/** What the head of an answer takes, in kB. */
const HEAD = 0.4
const WASM = { goal: 70, limit: 74 }
/** Letters that every page begins with, and those of Lithuanian beside them: what such a file holds is packed already. */
const FONTS = [
  { name: 'letters of every page', files: /^(?:inter|fraunces)-common-.*\.woff2$/, goal: 50, limit: 50 },
  { name: 'letters of Lithuanian', files: /^(?:inter|fraunces)-lithuanian-.*\.woff2$/, goal: 12, limit: 12 },
]

const verdict = (size, goal, limit) =>
  size > limit ? `over the limit of ${limit}` : size > goal ? `over its goal of ${goal}` : `within ${goal}`

const files = readdirSync(ASSETS)
/** A file as the server sends it: as the build has packed it, or packed for the answer. */
function sentKB(path) {
  if (existsSync(`${path}.br`)) return statSync(`${path}.br`).size / 1000 + HEAD
  if (path.endsWith('.woff2')) return statSync(path).size / 1000 + HEAD
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(readFileSync(path), { params }).length / 1000 + HEAD
}
const lettersKB = files
  .filter((file) => FONTS[0].files.test(file))
  .reduce((sum, file) => sum + sentKB(join(ASSETS, file)), 0)

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
let failed = 0
// Loading what begins a page mounts it: the product, were it to need a part of it, would be drawn over.
const product = entriesOf('index.html').reduce((seen, file) => withImports(file, seen, true), new Set())
for (const { html } of PAGES.filter((page) => page.html)) {
  const begin = entriesOf(html).find((file) => file.endsWith('.js'))
  if (!product.has(begin)) continue
  console.error(`the product loads ${begin}, which begins ${html}`)
  failed += 1
}
for (const { page, html = 'index.html', chunks, texts, goal, limit } of PAGES) {
  const needed = new Set(entriesOf(html).flatMap((file) => [...withImports(file)]))
  for (const chunk of chunks) {
    const found = files.filter((file) => file.startsWith(`${chunk}-`) && /\.(js|css)$/.test(file))
    if (found.length === 0) {
      console.error(`${page}: there is no chunk ${chunk}-*`)
      failed += 1
    }
    for (const file of found) withImports(file, needed)
  }
  const sent = [
    join(DIST, html),
    join(DIST, 'boot.js'),
    ...[...needed].map((file) => join(ASSETS, file)),
    ...texts.map((name) => join('locales/en', `${name}.json`)),
  ]
  const size = lettersKB + sent.reduce((sum, path) => sum + sentKB(path), 0)
  if (size > limit) failed += 1
  console.log(`${page}: ${size.toFixed(0)} kB, ${verdict(size, goal, limit)}`)
}
for (const { name, files: which, goal, limit } of FONTS) {
  const found = files.filter((file) => which.test(file))
  const size = found.reduce((sum, file) => sum + statSync(join(ASSETS, file)).size / 1000, 0)
  if (size > limit || found.length !== 2) failed += 1
  console.log(`${name}: ${size.toFixed(1)} kB, ${verdict(size, goal, limit)}`)
}
const wasm = files.filter((file) => file.endsWith('.wasm'))
for (const file of wasm) {
  const size = sentKB(join(ASSETS, file))
  if (size > WASM.limit) failed += 1
  console.log(`${file}: ${size.toFixed(1)} kB, ${verdict(size, WASM.goal, WASM.limit)}`)
}
if (wasm.length === 0) {
  console.error(`there is no WASM module below ${dirname(join(ASSETS, 'x'))}`)
  failed += 1
}
process.exit(failed === 0 ? 0 : 1)
