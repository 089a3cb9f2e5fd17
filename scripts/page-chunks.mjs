/**
 * Puts what pages share into few files. Left to itself the build makes a file of each set of modules that some pages and
 * dialogs have in common, a hundred and more for one page, most of a kilobyte or two: each costs a request, and together
 * they take longer than what is in them.
 *
 * Decision: docs/decisions/2026-11-23-few-files-a-page.md
 */
import { relative } from 'node:path'
import process from 'node:process'
import { build } from 'vite'

/** Pages, by what they have in common. A module of dialogs alone stays where it is. */
const KINDS = {
  start: ['src/app/main.tsx', 'index.html'],
  landing: ['src/landing/landing-page.tsx'],
  outside: ['src/app/outside/start-outside.tsx'],
  sign: ['src/app/outside/sign-pages.tsx'],
  product: ['src/app/product.tsx', 'src/app/shell/shell-layout.tsx'],
  // Where most visits begin; its dialogs come when they are opened.
  main: [routeFile('main')],
  cards: ['search', 'favourites', 'assignment'].map(routeFile),
  lists: ['catalogs', 'settings'].map(routeFile),
  maps: ['editor', 'viewer', 'navigator'].map(routeFile),
  open: ['src/app/public-map.tsx', 'public-map.html', 'src/public-map/explore-page.tsx'],
  stage: ['src/public-map/map-stage.tsx', 'src/public-map/explore-stage.tsx'],
}

function routeFile(page) {
  return `src/app/pages/${page === 'assignment' ? 'assignment-routes' : `${page}-route`}.tsx`
}

/**
 * The name of the file for what these kinds have in common. What begins the product stands apart from what the page of a
 * public map shares with it: who opens that page is not to load, let alone run, the rest. For the others a few bytes that
 * a page does without cost less than a file more.
 */
function fileNameOf(kinds) {
  const has = (...names) => names.some((name) => kinds.has(name))
  if (has('start')) {
    if (has('open')) return 'base'
    return has('stage') ? 'base-stage' : 'start'
  }
  const isOfProduct = has('product', 'main', 'cards', 'lists')
  const besides = has('open') || (has('stage') && isOfProduct) ? ['open'] : has('stage') ? ['stage'] : []
  if (has('landing', 'outside')) return ['outside', ...besides].join('-')
  if (has('sign')) {
    // Fields for a password are wanted in the settings again, and nowhere before.
    const isOfLists = !has('product', 'main', 'cards', 'maps') && has('lists')
    const shared = isOfLists ? 'sign-lists' : isOfProduct || has('maps') ? 'sign-product' : 'sign'
    return [shared, ...besides].join('-')
  }
  // The pages of the product are never without it.
  if (has('product')) return ['product', ...besides].join('-')
  if (has('main')) return [has('maps') ? 'main-maps' : 'main-lists', ...besides].join('-')
  return [...['cards', 'lists', 'maps'].filter((kind) => has(kind)), ...besides].join('-')
}

/** What these need is shared with all that follows them. */
const SHARED_KINDS = ['start', 'sign', 'product']

/** The name of the file for what one page and its dialogs have in common; null where a page has no such file. */
function partsOf(page) {
  const [, name] = /^src\/app\/pages\/(\w+)-routes?\.tsx$/.exec(page) ?? []
  return name ? `${name}-parts` : null
}

/** Files of the project as they are named above, without what a plugin has put behind them. */
const fileOf = (id) => relative(process.cwd(), id.split('?')[0])

/**
 * Builds the client once without writing it, to learn which pages need which module at once: that is known only when
 * what nobody uses has been left out.
 *
 * @param config the client's configuration: plugins and what texts are replaced
 * @returns the name of the file that a module belongs to, by its id; a module that has none is placed by the build
 */
export async function pageChunks(config) {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, cssMinify: false, sourcemap: false },
  })
  const chunks = new Map(
    result.output.filter(({ type }) => type === 'chunk').map((one) => [one.fileName, one]),
  )
  const needed = (fileName, seen = new Set()) => {
    if (seen.has(fileName) || !chunks.has(fileName)) return seen
    seen.add(fileName)
    for (const imported of chunks.get(fileName).imports) needed(imported, seen)
    return seen
  }
  /** Kinds and pages that need a file at once. */
  const users = new Map([...chunks.keys()].map((name) => [name, { kinds: new Set(), pages: [] }]))
  for (const [kind, pages] of Object.entries(KINDS)) {
    const found = [...chunks.values()].filter(
      ({ facadeModuleId }) => facadeModuleId && pages.includes(fileOf(facadeModuleId)),
    )
    if (found.length === 0) throw new Error(`no file of the build is one of ${pages.join(', ')}`)
    for (const page of found)
      for (const name of needed(page.fileName)) {
        users.get(name).kinds.add(kind)
        users.get(name).pages.push(fileOf(page.facadeModuleId))
      }
  }
  const names = new Map()
  for (const [fileName, { kinds, pages }] of users) {
    const { facadeModuleId, moduleIds } = chunks.get(fileName)
    // Loading what begins the page of a public map mounts it: nothing that the product needs may lie in that file.
    if (facadeModuleId && fileOf(facadeModuleId) === 'public-map.html') continue
    // What is imported where it is wanted has a file of its own, with what it alone needs.
    if (pages.length === 0 || (pages.length === 1 && facadeModuleId)) continue
    const isOfOne = pages.length === 1 && !SHARED_KINDS.some((kind) => kinds.has(kind))
    const name = isOfOne ? partsOf(pages[0]) : fileNameOf(kinds)
    if (name === null) continue
    for (const id of moduleIds) names.set(id, name)
  }
  return names
}
