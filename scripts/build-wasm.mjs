/**
 * Builds the kernel `wasm-tps` into `wasm-tps/pkg` (`npm run build:wasm`). Only those who change the kernel need Rust:
 * the package is committed. Steps: find a Rust that can target wasm32 -> wasm-pack -> wasm-opt -> stamp of the sources.
 *
 * The committed package is built with Debian's `rustc-web`, `cargo-web`, `rust-web-src` and `lld-22`: from its sources the
 * standard library is built once, without the texts of panics, into an overlay sysroot in the cache folder (a panic
 * traps either way; its text would never be seen, and takes 10 kB). Elsewhere rustup's wasm32 target serves for trying
 * things out: it makes the same module with those texts, over the limit of size.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { writeStamp } from './build-wasm-stamp.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CRATE = join(ROOT, 'wasm-tps')
const PACKAGE = join(CRATE, 'pkg')
const TARGET = 'wasm32-unknown-unknown'
const DEBIAN_PACKAGES = 'rustc-web cargo-web rust-web-src lld-22'
const MODULE_LIMIT_BYTES = 77_000
const RUST_FLAGS = '-C target-feature=+simd128'
const SYSROOT_FLAGS = `-Zunstable-options -Cpanic=immediate-abort ${RUST_FLAGS} -C linker=wasm-ld-22`

/** Runs a program with its output shown; throws when it fails. */
function run(program, args, options = {}) {
  execFileSync(program, args, { stdio: 'inherit', ...options })
}

/** What a program prints, or undefined when it is missing or fails. */
function outputOf(program, args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** Whether `rustc` on the PATH has the standard library of the wasm32 target. */
function ordinaryTargetInstalled() {
  const sysroot = outputOf('rustc', ['--print', 'sysroot'])
  return sysroot !== undefined && existsSync(join(sysroot, 'lib/rustlib', TARGET, 'lib'))
}

function writeExecutable(path, text) {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/**
 * The overlay sysroot for Debian's compiler, made on first use: std compiled for wasm32 with SIMD, the host's own
 * libraries linked beside it, and `rustc`/`cargo` wrappers that point at it. Returns its folder.
 */
function debianSysroot() {
  const version = outputOf('/usr/bin/rustc', ['-vV'])
  const name = `wasm-sysroot-${createHash('sha256')
    .update(version + SYSROOT_FLAGS)
    .digest('hex')
    .slice(0, 12)}`
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const sysroot = join(cache, 'palimpsest', name)
  if (existsSync(join(sysroot, 'complete'))) return sysroot

  console.log(`Building the standard library for ${TARGET} (once, into ${sysroot})`)
  rmSync(sysroot, { recursive: true, force: true })
  const empty = join(sysroot, 'empty-crate')
  mkdirSync(join(empty, 'src'), { recursive: true })
  writeFileSync(
    join(empty, 'Cargo.toml'),
    '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n',
  )
  writeFileSync(join(empty, 'src/lib.rs'), '')
  run('/usr/bin/cargo', ['build', '--release', '-j2', '--target', TARGET, '-Zbuild-std=std,panic_abort'], {
    cwd: empty,
    env: {
      ...process.env,
      RUSTC: '/usr/bin/rustc',
      RUSTC_BOOTSTRAP: '1',
      RUSTFLAGS: SYSROOT_FLAGS,
      CARGO_TARGET_DIR: join(empty, 'target'),
    },
  })

  const libraries = join(sysroot, 'lib/rustlib', TARGET, 'lib')
  mkdirSync(libraries, { recursive: true })
  const built = join(empty, 'target', TARGET, 'release/deps')
  for (const file of readdirSync(built)) {
    if (file.endsWith('.rlib') && !file.startsWith('libempty'))
      cpSync(join(built, file), join(libraries, file))
  }
  const host = /host: (\S+)/.exec(version)[1]
  symlinkSync(join('/usr/lib/rustlib', host), join(sysroot, 'lib/rustlib', host))
  mkdirSync(join(sysroot, 'bin'))
  writeExecutable(join(sysroot, 'bin/rustc'), `#!/bin/sh\nexec /usr/bin/rustc --sysroot ${sysroot} "$@"\n`)
  writeExecutable(
    join(sysroot, 'bin/cargo'),
    `#!/bin/sh\nRUSTC=${sysroot}/bin/rustc exec /usr/bin/cargo "$@"\n`,
  )
  rmSync(empty, { recursive: true })
  writeFileSync(join(sysroot, 'complete'), '')
  return sysroot
}

/** Whether Debian's compiler, its sources and linker are there. */
function debianToolsInstalled() {
  const sysroot = outputOf('/usr/bin/rustc', ['--print', 'sysroot'])
  const sources = `${sysroot}/lib/rustlib/src/rust/library/std/Cargo.toml`
  return ['/usr/bin/cargo', '/usr/bin/wasm-ld-22', sources].every((path) => existsSync(path))
}

/** Environment in which cargo builds for wasm32 with SIMD, and whether the module keeps to its limit of size. */
function buildEnvironment() {
  if (debianToolsInstalled()) {
    const sysroot = debianSysroot()
    const PATH = `${join(sysroot, 'bin')}${delimiter}${process.env.PATH}`
    const RUSTC = join(sysroot, 'bin/rustc')
    return {
      limited: true,
      env: { ...process.env, PATH, RUSTC, RUSTC_BOOTSTRAP: '1', RUSTFLAGS: SYSROOT_FLAGS },
    }
  }
  if (ordinaryTargetInstalled()) return { limited: false, env: { ...process.env, RUSTFLAGS: RUST_FLAGS } }
  throw new Error(
    `No Rust with the target ${TARGET}. On Debian: apt-get install ${DEBIAN_PACKAGES}. Elsewhere: rustup target add ${TARGET}.`,
  )
}

/** npm's binaryen: the version in the lock file, so that everyone gets the same module. */
function optimise(path) {
  const wasmOpt = join(ROOT, 'node_modules/.bin/wasm-opt')
  run(wasmOpt, [
    // As small as -Os here, and no slower.
    '-O3',
    // Inlined copies make the module smaller, but gzip then finds less to fold: 5 kB.
    '--skip-pass=inlining-optimizing',
    '--dae',
    '--strip-debug',
    '--strip-producers',
    '--enable-simd',
    '--enable-bulk-memory',
    '--enable-nontrapping-float-to-int',
    '--enable-sign-ext',
    '--enable-mutable-globals',
    '--enable-reference-types',
    '--enable-multivalue',
    path,
    '-o',
    path,
  ])
}

if (outputOf('wasm-pack', ['--version']) === undefined) {
  throw new Error(
    'wasm-pack is missing: cargo install wasm-pack --locked && cargo install wasm-bindgen-cli --version 0.2.130',
  )
}
const { limited, env } = buildEnvironment()
const wasmPackArgs = ['build', '--target', 'bundler', '--mode', 'no-install', '--release', CRATE]
run('wasm-pack', [...wasmPackArgs, '--', '-j2', '--locked'], {
  env: { ...env, CARGO_TARGET_DIR: join(CRATE, 'target') },
})
// wasm-pack ignores its whole output; ours is committed.
rmSync(join(PACKAGE, '.gitignore'), { force: true })
const module_ = join(PACKAGE, 'wasm_tps_bg.wasm')
optimise(module_)
const compressed = gzipSync(readFileSync(module_), { level: 9 }).length
console.log(`wasm_tps_bg.wasm: ${compressed} bytes gzipped (limit ${MODULE_LIMIT_BYTES})`)
if (limited && compressed > MODULE_LIMIT_BYTES) {
  throw new Error(`the module is ${compressed} bytes gzipped, over ${MODULE_LIMIT_BYTES}`)
}
writeStamp()
