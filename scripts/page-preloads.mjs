/**
 * Tells which files the pages of the product begin with, so that the server can name them in the head of its answer: the
 * browser then asks for all of them at once, instead of learning of them from one another.
 */
import { relative } from 'node:path'
import process from 'node:process'

/** The name of the file with the answer, in the built client. */
const NAME = 'preloads.json'
/** Pages that a visit often begins with, by how their paths begin; as in src/app/page-beginnings.ts. */
const ROUTES = {
  '/main': 'main-route',
  '/map-editor': 'editor-route',
  '/public-maps': 'viewer-route',
  '/navigator': 'navigator-route',
  '/search': 'search-route',
  '/favourites': 'favourites-route',
  '/catalogs': 'catalogs-route',
  '/settings': 'settings-route',
}
const FRAME = ['src/app/product.tsx', 'src/app/shell/shell-layout.tsx']

/**
 * The files that a page needs beside those that the first page names itself.
 * @param chunks of the build
 * @param modules what the page is begun by, by their paths in the project
 */
function filesOf(chunks, modules) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const begins = (file) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId && relative(process.cwd(), facadeModuleId) === file)
  const follow = (chunk, seen) => {
    if (!chunk || seen.has(chunk)) return seen
    seen.add(chunk)
    for (const name of chunk.imports) follow(byName.get(name), seen)
    return seen
  }
  const named = follow(begins('index.html'), new Set())
  const needed = modules.reduce((seen, file) => {
    const chunk = begins(file)
    if (!chunk) throw new Error(`no file of the build begins with ${file}`)
    return follow(chunk, seen)
  }, new Set())
  const left = [...needed].filter((chunk) => !named.has(chunk))
  const styles = left.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set([...left.map(({ fileName }) => fileName), ...styles])].map((file) => `/${file}`)
}

/** The plugin of the client's build. */
export function pagePreloads() {
  return {
    name: 'page-preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Scripts that only brought styles along are gone by then.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
        const pages = Object.entries(ROUTES).map(([path, route]) => [
          path,
          filesOf(chunks, [...FRAME, `src/app/pages/${route}.tsx`]),
        ])
        this.emitFile({ type: 'asset', fileName: NAME, source: JSON.stringify(Object.fromEntries(pages)) })
      },
    },
  }
}
