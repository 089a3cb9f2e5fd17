/**
 * Makes the project of the app for phones: `node scripts/native.mjs android|ios [--into FOLDER]`. The platform's folder is
 * made anew each time by Capacitor's own command; what its configuration cannot say is put in afterwards. docs/native.md
 * tells the settings.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { finishAndroid } from './native/android-project.mjs'
import { assemblePages } from './native/assemble-pages.mjs'
import { finishIos } from './native/ios-project.mjs'
import { prepare, root } from './prepare.mjs'

const PLATFORMS = {
  android: { add: [['add', 'android']], finish: finishAndroid },
  // Where there is no Xcode, adding stops before it has written the list of plugins; the second command writes it.
  ios: {
    add: [
      ['add', 'ios', '--packagemanager', 'SPM'],
      ['sync', 'ios'],
    ],
    finish: finishIos,
  },
}

/** Reads the settings of the environment. @throws Error naming the one that is wrong */
function readSettings({ APP_LINK_HOST: linkHost = '', APP_BUILD: build = '1', APP_DEVELOPMENT }) {
  if (linkHost !== '' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(linkHost))
    throw new Error(`APP_LINK_HOST: expected a host such as maps.example.org, got ${linkHost}`)
  if (!/^[1-9]\d{0,8}$/.test(build)) throw new Error(`APP_BUILD: expected a whole number, got ${build}`)
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  return { linkHost, build, version, isDevelopment: APP_DEVELOPMENT === '1' }
}

/** A folder that Capacitor takes for this project. */
function openFolder(folder) {
  mkdirSync(folder, { recursive: true })
  if (folder === resolve(root)) return
  for (const file of ['package.json', 'capacitor.config.json'])
    copyFileSync(join(root, file), join(folder, file))
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

function capacitor(folder, args) {
  const command = join(root, 'node_modules/@capacitor/cli/bin/capacitor')
  const env = { ...process.env, CI: '1' }
  return spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const { values, positionals } = parseArgs({
  options: { into: { type: 'string' } },
  allowPositionals: true,
})
const [name = ''] = positionals
const platform = PLATFORMS[name]
if (!platform) {
  console.error('Which one? npm run native:android or npm run native:ios')
  process.exit(2)
}
const settings = readSettings(process.env)
// A test's build is fresh already, and other tests read it.
if (process.env.PALIMPSEST_PREPARED !== '1') await prepare()
const folder = resolve(values.into ?? root)
openFolder(folder)
assemblePages(join(folder, 'dist/native'), settings)
rmSync(join(folder, name), { recursive: true, force: true })
const results = platform.add.map((args) => capacitor(folder, args))
if (results.at(-1).status !== 0) process.exit(results.at(-1).status ?? 1)
await platform.finish(join(folder, name), settings)
console.log(`The project stands in ${join(folder, name)}; docs/native.md says how to build it.`)
