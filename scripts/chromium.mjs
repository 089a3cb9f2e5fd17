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

/** Debian's packages of Mesa's OpenGL in software. */
const MESA = ['libegl-mesa0', 'libgl1-mesa-dri', 'libegl1', 'libgles2']

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
    const install = (name) =>
      apt('install', '-y', '-q', '--no-install-recommends', name, 'fonts-dejavu-core', ...MESA)
    apt('update', '-q')
    if (!install('chromium-headless-shell') && !found) install('chromium')
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium. On Debian: `sudo apt-get install chromium`; elsewhere set CHROMIUM to its path.',
  )
}

const ASKS_RENDERER = `data:text/html,${encodeURIComponent(
  `<title>none</title><script>
    const gl = document.createElement('canvas').getContext('webgl2')
    const names = gl?.getExtension('WEBGL_debug_renderer_info')
    if (names) document.title = gl.getParameter(names.UNMASKED_RENDERER_WEBGL)
  </script>`,
)}`

/**
 * Whether this Chromium draws WebGL2 with Mesa's llvmpipe: asked of a page, since installed libraries alone do not tell.
 *
 * @returns the value for `SOFTWARE_GL` in the environment of the tests
 */
export function softwareGl(chromium) {
  const { stdout } = spawnSync(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-background-networking',
      '--use-gl=angle',
      '--use-angle=gles-egl',
      '--ignore-gpu-blocklist',
      '--dump-dom',
      ASKS_RENDERER,
    ],
    { encoding: 'utf8', timeout: 30_000 },
  )
  return stdout?.includes('llvmpipe') ? 'mesa' : 'swiftshader'
}
