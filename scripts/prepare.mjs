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
const VITE = 'node_modules/vite/bin/vite.js'
/** Tests are built into nothing: a change of one leaves what is built as fresh as it was. */
const NO_TEST = /^(?!.*\.test\.tsx?$)/
const SHARED_INPUTS = [
  'contract',
  'gcp-files',
  'cog',
  'locales',
  'package-lock.json',
  'scripts/service-worker-build.mjs',
  'vite.config.ts',
  'wasm-tps/pkg',
  'workers',
]
/** What is built: each from its own files and folders, by commands of Node that run one after another. */
const BUILDS = {
  client: {
    inputs: [
      ...SHARED_INPUTS,
      'index.html',
      'public',
      'public-map.html',
      'scripts/cut-fonts.mjs',
      'scripts/pack-files.mjs',
      'scripts/page-chunks.mjs',
      'scripts/page-preloads.mjs',
      'scripts/third-party.mjs',
      'src',
    ],
    commands: [[VITE, 'build', '--logLevel', 'warn']],
  },
  server: {
    inputs: [...SHARED_INPUTS, 'demo', 'lettering', 'server'],
    commands: [[VITE, 'build', '--ssr', '--logLevel', 'warn'], ['dist/server/base-map-tiles.mjs']],
  },
  /** The client for tests that look at no picture. */
  flat: {
    inputs: [
      ...SHARED_INPUTS,
      'index.html',
      'public',
      'public-map.html',
      'scripts/cut-fonts.mjs',
      'scripts/flat-panes.mjs',
      'scripts/pack-files.mjs',
      'scripts/page-chunks.mjs',
      'scripts/page-preloads.mjs',
      'src',
      'tests/flat',
    ],
    commands: [[VITE, 'build', '--mode', 'flat', '--logLevel', 'warn']],
  },
}

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

/** Runs one of BUILDS, unless its inputs are those of its last run. */
async function buildWhereStale(name, signal) {
  const { inputs, commands } = BUILDS[name]
  const stamp = `dist/.${name}-stamp`
  const wanted = contentHash(inputs, NO_TEST)
  if (read(stamp) === wanted) return
  console.log(`Building the ${name} (up to a minute) …`)
  rmSync(stamp, { force: true })
  // A test runner's own NODE_ENV would build React's slow development half into what users get.
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const command of commands) await run(process.execPath, command, { signal, env })
  writeFileSync(stamp, wanted)
}

/** Builds side by side; what fails leaves the others to end. */
async function buildAll(names, signal) {
  const ends = await Promise.allSettled(names.map((name) => buildWhereStale(name, signal)))
  const failed = ends.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Installs and builds what is stale; of several processes that ask for it, one at a time does so.
 *
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
    if (build) await buildAll(['client', 'server'], signal)
    // Afterwards: both clients begin by cutting the fonts.
    if (flat) await buildAll(['flat'], signal)
  } finally {
    release()
    process.off('exit', release)
  }
}
