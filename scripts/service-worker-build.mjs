/**
 * Builds the service worker after the client and tells it what the navigator and `/try` need to open offline. What that is
 * is read from the built files themselves, so that a new part of the navigator cannot be forgotten.
 *
 * Decision: docs/decisions/2026-11-23-opening-without-a-line.md
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { build } from 'vite'

/** Chunks, by the start of their names, of which only what they need at once is stored: the frame around any page. */
const FRAME = ['product', 'shell-layout', 'app-updates', 'leave-question']
/** Chunks that are stored with all that they may ever load. */
const WHOLE = ['navigator-route', 'try-route']
/** Decoders of compressions that neither our own files have nor a scan that is read in the browser (Zstandard but for rare ones). */
const LEFT_OUT = /^(?:lerc|zstd|jpeg|webimage|vrt)-/
/** Texts of the navigator. */
const NAVIGATOR_TEXTS = ['common', 'errors', 'navigator', 'places', 'maps', 'auth']
/** Texts of maps on this device, with their editor. */
const TRY_TEXTS = [
  'try',
  'editor',
  'guide',
  'import',
  'sheet',
  'placeEntry',
  'projection',
  'uncertainty',
  'compare',
  'shortcuts',
  'commands',
]
/** Texts that the stored pages show. */
const NAMESPACES = [...NAVIGATOR_TEXTS, ...TRY_TEXTS]
const PUBLIC_FILES = ['index.html', 'boot.js', 'favicon.svg', 'manifest.webmanifest', 'icons/icon-192.png']

/** What the address of a text carries, so that a page never meets the texts of another release. */
export function textsRelease(folder = 'locales') {
  const hash = createHash('sha256')
  for (const language of readdirSync(folder).sort())
    for (const file of readdirSync(join(folder, language)).sort())
      hash.update(`${language}/${file}\0`).update(readFileSync(join(folder, language, file)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * The built files (names in `assets/`) that the navigator and the frame around it need.
 * @param read gives the text of a built file
 * @param files the names of all of them
 * @param html the built first page
 */
export function neededFiles({ read, files, html }) {
  const known = new Set(files)
  const isText = (file) => /\.(?:js|css)$/.test(file)
  const named = (text) =>
    [...text.matchAll(/[\w.-]+\.(?:js|css|wasm|woff2)\b/g)]
      .map(([name]) => name)
      .filter((name) => known.has(name))
  const atOnce = (file) =>
    file.endsWith('.js')
      ? [...read(file).matchAll(/(?:from|import)\s*["'](\.\/[^"']+)["']/g)].map(([, path]) =>
          posix.basename(path),
        )
      : named(read(file))
  const begunWith = (names) =>
    files.filter((file) => isText(file) && names.some((name) => file.startsWith(`${name}-`)))

  /** What the importing file says that a chunk needs beside its imports: its styles stand nowhere else. */
  const besides = (chunk, importer) => {
    const text = read(importer)
    const listed = [...(/m\.f=\[([^\]]*)\]/.exec(text)?.[1].matchAll(/"assets\/([^"]+)"/g) ?? [])].map(
      ([, name]) => name,
    )
    const [, places = ''] =
      text.split(`./${chunk}`)[1]?.match(/^.{0,80}?__vite__mapDeps\(\[([\d,]*)\]\)/s) ?? []
    return places.split(',').flatMap((place) => listed[Number(place || -1)] ?? [])
  }

  const needed = new Set()
  const follow = (file, next) => {
    if (!known.has(file) || needed.has(file) || LEFT_OUT.test(file)) return
    needed.add(file)
    if (isText(file)) for (const other of next(file)) follow(other, next)
  }
  // The first page names the routes of all pages: only what it needs at once is followed.
  const entries = named(html)
  for (const file of [...entries, ...begunWith(FRAME)]) follow(file, atOnce)
  const importers = entries.filter((file) => file.endsWith('.js'))
  for (const chunk of begunWith([...FRAME, ...WHOLE]))
    for (const file of importers.flatMap((importer) => besides(chunk, importer))) {
      if (file.endsWith('.css')) follow(file, atOnce)
    }
  for (const file of begunWith(WHOLE)) follow(file, (one) => named(read(one)))
  return [...needed].sort()
}

/** What is stored, as workbox takes it: a revision where the name does not tell the content. */
function precacheEntries(folder) {
  const assets = join(folder, 'assets')
  const needed = neededFiles({
    read: (file) => readFileSync(join(assets, file), 'utf8'),
    files: readdirSync(assets).filter((file) => !/\.(?:map|br)$/.test(file)),
    html: readFileSync(join(folder, 'index.html'), 'utf8'),
  })
  const release = textsRelease()
  const texts = readdirSync('locales').flatMap((language) =>
    NAMESPACES.map((namespace) => `/locales/${language}/${namespace}.json?v=${release}`),
  )
  const md5 = (path) => createHash('md5').update(readFileSync(path)).digest('hex')
  return [
    ...PUBLIC_FILES.map((name) => ({ url: `/${name}`, revision: md5(join(folder, name)) })),
    ...needed.map((name) => ({ url: `/assets/${name}`, revision: null })),
    ...texts.map((url) => ({ url, revision: null })),
  ]
}

/** The plugin of the client's build. */
export function serviceWorkerBuild() {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    async closeBundle() {
      if (!existsSync(join(folder, 'index.html'))) return
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { PRECACHE_ENTRIES: JSON.stringify(precacheEntries(folder)) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'workers/offline/service-worker.ts',
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      })
    },
  }
}
