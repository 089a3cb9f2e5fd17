/**
 * The stamp that ties `wasm-tps/pkg` to the sources it was built from, so that a kernel changed without
 * `npm run build:wasm` fails the tests even on a machine without Rust. Node built-ins only.
 *
 * `node scripts/build-wasm-stamp.mjs` exits with 1 and a reason when the package is stale.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const CRATE = fileURLToPath(new URL('../wasm-tps', import.meta.url))
const STAMP = join(CRATE, 'pkg/SOURCES.sha256')

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/** SHA-256 (hex) over names and contents of everything the module is compiled from. */
export function sourcesHash() {
  const sources = ['Cargo.toml', 'Cargo.lock'].map((name) => join(CRATE, name)).filter(existsSync)
  sources.push(...filesBelow(join(CRATE, 'src')), ...filesBelow(join(CRATE, '.cargo')))
  const hash = createHash('sha256')
  for (const path of sources.sort()) {
    hash.update(`${relative(CRATE, path).replaceAll('\\', '/')}\0`)
    hash.update(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'))
    hash.update('\0')
  }
  return hash.digest('hex')
}

/** Writes the stamp of the present sources; called by the build. */
export function writeStamp() {
  writeFileSync(STAMP, `${sourcesHash()}\n`)
}

/** Why `pkg` does not belong to the sources, or undefined when it does. */
export function stalePackageReason() {
  if (!existsSync(join(CRATE, 'pkg/wasm_tps_bg.wasm'))) return 'wasm-tps/pkg is missing: npm run build:wasm'
  const stamped = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').trim() : ''
  if (stamped !== sourcesHash()) return 'wasm-tps/pkg is older than its sources: npm run build:wasm'
  return undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reason = stalePackageReason()
  if (reason !== undefined) {
    console.error(reason)
    process.exit(1)
  }
}
