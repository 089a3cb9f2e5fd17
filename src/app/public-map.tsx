import '../ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PublicCatalogPage } from '../public-map/public-catalog-page.tsx'
import { PublicMapPage } from '../public-map/public-map-page.tsx'
import { startI18n } from '../ui/i18n/i18n.ts'
import { asLanguage, firstLanguage } from '../ui/i18n/language.ts'
import fontsAddress from '../ui/fonts.css?url'
import { layThemes } from '../ui/lay-themes.ts'

/** `/m/{id}`, `/m/{id}/embed`, `/l/{token}` and `/c/{token}`; the server has let none but these lead here. */
const ADDRESS = /^\/([mlc])\/([^/]+)(\/embed)?\/?$/

/**
 * The page of a map that is public or shared by a link, and that of a catalog shared by a link, without what the rest of the product stands on: it must be there at once, for people who
 * have never been here.
 */
async function start(root: HTMLElement): Promise<void> {
  const [, kind, id = '', embed] = ADDRESS.exec(location.pathname) ?? []
  const asked = new URLSearchParams(location.search).get('lang')
  const language = asked === null ? firstLanguage() : asLanguage(asked)
  const isMissing = root.querySelector('[data-missing]') !== null
  layThemes()
  await startI18n(['public', 'maps', 'common'], language).catch((error: unknown) =>
    console.error('The texts could not be loaded', error),
  )
  createRoot(root).render(
    <StrictMode>
      {kind === 'c' ? (
        <PublicCatalogPage token={decoded(id)} isMissing={isMissing} onShown={loadFonts} />
      ) : (
        <PublicMapPage
          address={{ name: decoded(id), isLink: kind === 'l' }}
          isMissing={isMissing}
          isEmbedded={embed !== undefined}
          onShown={loadFonts}
        />
      )}
    </StrictMode>,
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
