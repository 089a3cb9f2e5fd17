/**
 * Brings a checkout to the state in which it can run: dependencies installed, programs built. Made of Node built-ins
 * alone, because it runs before anything is installed. Where nothing changed it touches neither network nor files.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import process from 'node:process'
import { contentHash } from './files.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const LOCK = '.start.lock'
const INSTALL_STAMP = 'node_modules/.palimpsest-installed'
const BUILD_STAMP = 'dist/.stamp'
const BUILD_INPUTS = [
  'contract',
  'demo',
  'gcp-files',
  'index.html',
  'locales',
  'package-lock.json',
  'public',
  'public-map.html',
  'scripts/cut-fonts.mjs',
  'scripts/pack-files.mjs',
  'scripts/page-chunks.mjs',
  'scripts/page-preloads.mjs',
  'scripts/service-worker-build.mjs',
  'server',
  'src',
  'vite.config.ts',
  'wasm-tps/pkg',
  'workers',
]
const FLAT_STAMP = 'dist/.flat-stamp'
/** What the client for tests that look at no picture is built from. */
const FLAT_INPUTS = [
  ...BUILD_INPUTS.filter((path) => !['demo', 'server'].includes(path)),
  'scripts/flat-panes.mjs',
  'tests/flat',
]

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Runs a program with inherited output; rejects when it fails, ends it when `signal` aborts. */
export function run(command, args, { signal, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env, signal })
    child.once('error', reject)
    child.once('exit', (code, killedBy) =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args.join(' ')} ended with ${killedBy ?? code}`)),
    )
  })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes the lock folder, waiting while another living process holds it. Returns the release. */
async function takeLock(signal) {
  for (let waited = false; ;) {
    try {
      mkdirSync(LOCK)
      writeFileSync(`${LOCK}/pid`, String(process.pid))
      return () => rmSync(LOCK, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(read(`${LOCK}/pid`))
    if (holder && !isAlive(holder)) {
      rmSync(LOCK, { recursive: true, force: true })
      continue
    }
    if (!waited)
      console.log(`Another start is preparing this folder (process ${holder || '?'}); waiting for it.`)
    waited = true
    await pause(500, undefined, { signal })
  }
}

async function installWhereStale(signal) {
  const wanted = sha256(read('package-lock.json'))
  if (read(INSTALL_STAMP) === wanted) return
  console.log('Installing what is missing (about a minute) …')
  await run(
    'npm',
    ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { signal },
  )
  writeFileSync(INSTALL_STAMP, wanted)
}

async function buildWhereStale(signal) {
  const wanted = contentHash(BUILD_INPUTS)
  if (read(BUILD_STAMP) === wanted) return
  console.log('Building (about a minute) …')
  rmSync(BUILD_STAMP, { force: true })
  const vite = 'node_modules/vite/bin/vite.js'
  // A test runner's own NODE_ENV would build React's slow development half into what users get.
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { signal, env })
  await run(process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn'], { signal, env })
  await run(process.execPath, ['dist/server/base-map-tiles.mjs'], { signal, env })
  writeFileSync(BUILD_STAMP, wanted)
}

async function buildFlatWhereStale(signal) {
  const wanted = contentHash(FLAT_INPUTS)
  if (read(FLAT_STAMP) === wanted) return
  console.log('Building the client for tests (some seconds) …')
  rmSync(FLAT_STAMP, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'flat', '--logLevel', 'warn']
  await run(process.execPath, vite, { signal, env })
  writeFileSync(FLAT_STAMP, wanted)
}

/**
 * Installs and builds what is stale, one process at a time.
 * @param flat - also the client for tests that look at no picture
 */
export async function prepare({ signal, build = true, flat = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Palimpsest needs Node 20.19 or later; this is ${process.version}.`)
  const release = await takeLock(signal)
  process.once('exit', release)
  try {
    await installWhereStale(signal)
    if (build) await buildWhereStale(signal)
    if (flat) await buildFlatWhereStale(signal)
  } finally {
    release()
    process.off('exit', release)
  }
}
