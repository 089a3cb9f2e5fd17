import { i18n } from '../ui/i18n/i18n.ts'

/** Pages that a visit often begins with: how their paths begin, what each is loaded by, and its texts. */
const BEGINNINGS: readonly (readonly [path: string, load: () => Promise<unknown>, texts: string[]])[] = [
  ['/main', async () => (await import('./pages/main-route.tsx')).beginMain(), ['maps']],
  ['/map-editor', () => import('./pages/editor-route.tsx'), ['editor', 'maps']],
  ['/public-maps', () => import('./pages/viewer-route.tsx'), ['viewer', 'search', 'maps']],
  ['/navigator', () => import('./pages/navigator-route.tsx'), ['navigator', 'maps']],
  ['/search', () => import('./pages/search-route.tsx'), ['search', 'maps']],
  ['/favourites', () => import('./pages/favourites-route.tsx'), ['maps']],
  ['/catalogs', () => import('./pages/catalogs-route.tsx'), ['catalogs', 'maps']],
  ['/settings', () => import('./pages/settings-route.tsx'), ['settings']],
]

/**
 * Asks for the files and texts of a page of the product together with those of the product itself, which would ask for them only
 * once it runs. What cannot be had is asked for again there.
 */
export function beginPage(path: string): void {
  const beginning = BEGINNINGS.find(([begins]) => path.startsWith(begins))
  if (!beginning) return
  const [, load, texts] = beginning
  const needed = [import('./shell/shell-layout.tsx'), load(), i18n.loadNamespaces(texts)]
  void Promise.all(needed).catch(() => undefined)
}
