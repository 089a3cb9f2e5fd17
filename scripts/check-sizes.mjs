/**
 * Holds what a visitor downloads against its goal: gzipped JavaScript and CSS that a page needs before it can be
 * used, followed from the built HTML through static imports, plus the named lazy chunks of that page.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'

const DIST = 'dist/client'
const ASSETS = join(DIST, 'assets')

/**
 * Pages: the HTML that each begins with where it is not the product's own, the lazy chunks (by the start of their name) that each loads beside the entry, the size to reach in kB, and
 * the size from which on this check fails: what is over its goal must not grow further.
 */
const PAGES = [
  { page: 'landing', chunks: ['landing-page'], goal: 200, limit: 200 },
  { page: 'sign-in', chunks: ['auth-routes'], goal: 200, limit: 210 },
  { page: 'lists', chunks: ['shell-layout', 'main-route'], goal: 260, limit: 303 },
  { page: 'map routes', chunks: ['shell-layout', 'editor-route'], goal: 700, limit: 965 },
  { page: 'public map', html: 'public-map.html', chunks: [], goal: 200, limit: 200 },
  { page: 'map viewer', chunks: ['shell-layout', 'viewer-route'], goal: 700, limit: 880 },
]
const WASM = { goal: 60, limit: 77 }
/** Letters that every page begins with, and those of Lithuanian beside them: what such a file holds is packed already. */
const FONTS = [
  { name: 'letters of every page', files: /-common-.*\.woff2$/, goal: 50, limit: 50 },
  { name: 'letters of Lithuanian', files: /-lithuanian-.*\.woff2$/, goal: 12, limit: 12 },
]

const verdict = (size, goal, limit) =>
  size > limit ? `over the limit of ${limit}` : size > goal ? `over its goal of ${goal}` : `within ${goal}`

const files = readdirSync(ASSETS)
const kB = (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000

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
for (const { page, html = 'index.html', chunks, goal, limit } of PAGES) {
  const needed = new Set(entriesOf(html).flatMap((file) => [...withImports(file)]))
  for (const chunk of chunks) {
    const found = files.filter((file) => file.startsWith(`${chunk}-`) && /\.(js|css)$/.test(file))
    if (found.length === 0) {
      console.error(`${page}: there is no chunk ${chunk}-*`)
      failed += 1
    }
    for (const file of found) withImports(file, needed)
  }
  const size = [...needed].reduce((sum, file) => sum + kB(join(ASSETS, file)), 0)
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
  const size = kB(join(ASSETS, file))
  if (size > WASM.limit) failed += 1
  console.log(`${file}: ${size.toFixed(1)} kB, ${verdict(size, WASM.goal, WASM.limit)}`)
}
if (wasm.length === 0) {
  console.error(`there is no WASM module below ${dirname(join(ASSETS, 'x'))}`)
  failed += 1
}
process.exit(failed === 0 ? 0 : 1)
