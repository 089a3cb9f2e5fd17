import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

/** For who has the instance, not for phones: maps of the sources, packed forms, and what makes a browser's copy of the pages. */
const LEFT_OUT =
  /\.map$|\.br$|\/service-worker\.js$|\/manifest\.webmanifest$|\/(?:public-map\.html|preloads\.json)$/

/**
 * What a server says in a header of each page, the pages here say themselves. They may call any server, for the user
 * chooses it, but run no script and no style that did not come along. `capacitor:` is their own origin on iOS.
 */
function contentPolicy({ isDevelopment }) {
  const servers = isDevelopment ? 'https: http:' : 'https: http://localhost:* http://127.0.0.1:*'
  return [
    "default-src 'self' capacitor:",
    "script-src 'self' capacitor: 'wasm-unsafe-eval'",
    "style-src 'self' capacitor: 'unsafe-inline'",
    `img-src 'self' capacitor: data: blob: ${servers}`,
    "font-src 'self' capacitor: data:",
    `connect-src 'self' capacitor: data: blob: ${servers}`,
    "worker-src 'self' capacitor: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
  ].join('; ')
}

/** Puts the built client and its texts into `folder`, as the app brings them along. */
export function assemblePages(folder, settings) {
  const built = join(root, 'dist/client')
  if (!existsSync(join(built, 'index.html'))) throw new Error(`there is no built client in ${built}`)
  rmSync(folder, { recursive: true, force: true })
  cpSync(built, folder, { recursive: true, filter: (path) => !LEFT_OUT.test(path) })
  cpSync(join(root, 'locales'), join(folder, 'locales'), { recursive: true })
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8').replace(/\s*<link rel="manifest"[^>]*>/, '')
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy(settings)}" />`
  writeFileSync(page, insertAfter(html, '<meta charset="utf-8" />', `\n    ${policy}`))
}

/** @throws Error where `mark` does not stand in the text exactly once: what Capacitor makes has changed */
export function insertAfter(text, mark, addition) {
  if (text.split(mark).length !== 2) throw new Error(`expected “${mark}” once in what was made`)
  return text.replace(mark, () => mark + addition)
}
