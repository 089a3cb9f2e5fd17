/**
 * Holds what a visitor downloads against its budget: gzipped JavaScript and CSS that a page needs before it can be
 * used, followed from the built HTML through static imports, plus the named lazy chunks of that page.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'

const DIST = 'dist/client'
const ASSETS = join(DIST, 'assets')

/** Pages: the lazy chunks (by the start of their name) that each loads beside the entry, and the budget in kB. */
const PAGES = [
  { page: 'landing and sign-in', chunks: ['landing-page', 'auth-page'], budget: 200 },
  { page: 'lists', chunks: ['maps-page'], budget: 260 },
  { page: 'map routes', chunks: ['editor-page'], budget: 700 },
]
const WASM_BUDGET = 60

const files = readdirSync(ASSETS)
const kB = (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000

/** Files that `file` needs at once: its static imports, followed to the end. */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  if (!file.endsWith('.js')) return seen
  const text = readFileSync(join(ASSETS, file), 'utf8')
  for (const [, path] of text.matchAll(/(?:from|import)\s*["'](\.\/[^"']+)["']/g))
    withImports(posix.basename(path), seen)
  return seen
}

const html = readFileSync(join(DIST, 'index.html'), 'utf8')
const entry = [...html.matchAll(/(?:src|href)="[^"]*assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name)
let failed = 0
for (const { page, chunks, budget } of PAGES) {
  const needed = new Set(entry.flatMap((file) => [...withImports(file)]))
  for (const chunk of chunks) {
    const found = files.filter((file) => file.startsWith(`${chunk}-`) && /\.(js|css)$/.test(file))
    if (found.length === 0) {
      console.error(`${page}: there is no chunk ${chunk}-*`)
      failed += 1
    }
    for (const file of found) withImports(file, needed)
  }
  const size = [...needed].reduce((sum, file) => sum + kB(join(ASSETS, file)), 0)
  if (size > budget) failed += 1
  console.log(`${page}: ${size.toFixed(0)} of ${budget} kB${size > budget ? ' — too large' : ''}`)
}
const wasm = files.filter((file) => file.endsWith('.wasm'))
for (const file of wasm) {
  const size = kB(join(ASSETS, file))
  if (size > WASM_BUDGET) failed += 1
  console.log(`${file}: ${size.toFixed(1)} of ${WASM_BUDGET} kB${size > WASM_BUDGET ? ' — too large' : ''}`)
}
if (wasm.length === 0) {
  console.error(`there is no WASM module below ${dirname(join(ASSETS, 'x'))}`)
  failed += 1
}
process.exit(failed === 0 ? 0 : 1)
