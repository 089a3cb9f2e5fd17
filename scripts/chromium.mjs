/** Finds a Chromium for the browser tests, or installs Debian's where this user may. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

const KNOWN = [
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
  if (found) return found
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    apt('update', '-q')
    apt('install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium. On Debian: `sudo apt-get install chromium`; elsewhere set CHROMIUM to its path.',
  )
}
