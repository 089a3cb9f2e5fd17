import '../ui/global.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PublicCatalogPage } from '../public-map/public-catalog-page.tsx'
import { PublicMapPage } from '../public-map/public-map-page.tsx'
import { startI18n } from '../ui/i18n/i18n.ts'
import { asLanguage, firstLanguage } from '../ui/i18n/language.ts'
import fontsAddress from '../ui/fonts.css?url'
import { layThemes } from '../ui/lay-themes.ts'
import { HelpOfKeys } from '../ui/keys/help-of-keys.tsx'
import { lazyNeeded } from '../ui/lazy-needed.tsx'

/** `/m/{id}`, `/m/{id}/embed`, `/l/{token}` and `/c/{token}`; the server has let none but these and `/explore` lead here. */
const ADDRESS = /^\/([mlc])\/([^/]+)(\/embed)?\/?$/
const EXPLORE = /^\/explore\/?$/

/** The other pages are without it. */
const ExplorePage = lazyNeeded<{ readonly onShown: () => void }>(
  async () => (await import('../public-map/explore-page.tsx')).ExplorePage,
)

/**
 * The pages that open without an account, without what the rest of the product stands on: they must be there at once,
 * for people who have never been here.
 */
async function start(root: HTMLElement): Promise<void> {
  const isExplore = EXPLORE.test(location.pathname)
  const asked = new URLSearchParams(location.search).get('lang')
  const language = asked === null ? firstLanguage() : asLanguage(asked)
  const isMissing = root.querySelector('[data-missing]') !== null
  layThemes()
  const texts = ['public', 'maps', 'common', ...(isExplore ? (['explore'] as const) : [])] as const
  await startI18n(texts, language).catch((error: unknown) =>
    console.error('The texts could not be loaded', error),
  )
  createRoot(root).render(
    <StrictMode>
      {isExplore ? <ExplorePage onShown={loadFonts} /> : sharedPage(isMissing)}
      <HelpOfKeys page="public" />
    </StrictMode>,
  )
}

/** The page of a map that is public or shared by a link, or that of a catalog shared by one. */
function sharedPage(isMissing: boolean): ReactNode {
  const [, kind, id = '', embed] = ADDRESS.exec(location.pathname) ?? []
  const name = decoded(id)
  if (kind === 'c') return <PublicCatalogPage token={name} isMissing={isMissing} onShown={loadFonts} />
  return (
    <PublicMapPage
      address={{ name, isLink: kind === 'l' }}
      isMissing={isMissing}
      isEmbedded={embed !== undefined}
      onShown={loadFonts}
    />
  )
}

/** By its address: as a module it would bring the product along. */
function loadFonts(): void {
  if (document.querySelector('link[data-fonts]')) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset['fonts'] = ''
  link.href = fontsAddress
  document.head.append(link)
}

/** A malformed address names no map. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('expected an element #root in public-map.html')
void start(root)
