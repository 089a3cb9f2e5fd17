/** Finds a Chromium for the browser tests, or installs Debian's where this user may. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Chromium without its windows and menus: the same engine, and half the work of opening a page. */
const SHELL = '/usr/bin/chromium-headless-shell'
const KNOWN = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Path of the Chromium to test with, or undefined. `CHROMIUM` in the environment comes first. */
export const findChromium = () => [process.env.CHROMIUM, ...KNOWN].find((path) => path && existsSync(path))

/** Path of a Chromium; installs Debian's package as root; throws with instructions where it cannot. */
export function requireChromium() {
  const found = findChromium()
  if (found && (found === process.env.CHROMIUM || found === SHELL)) return found
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    const install = (name) => apt('install', '-y', '-q', '--no-install-recommends', name, 'fonts-dejavu-core')
    apt('update', '-q')
    if (!install('chromium-headless-shell') && !found) install('chromium')
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium. On Debian: `sudo apt-get install chromium`; elsewhere set CHROMIUM to its path.',
  )
}
