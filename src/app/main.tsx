import '../ui/fonts.css'
import '../ui/global.css'
import { createRoot, type Root } from 'react-dom/client'
import { readToken } from '../api/bearer-token.ts'
import { isWrapped } from '../device/wrapper.ts'
import { startI18n } from '../ui/i18n/i18n.ts'
import { pageAt } from './outside/outside-page.ts'
import { beginPage } from './page-beginnings.ts'
import { waitForTexts } from './wait-for-texts.ts'

/**
 * Whether the page can be drawn without the product: the landing page always, the others where nobody is signed in. The
 * app for phones brings everything along.
 */
function standsOutside(): boolean {
  const page = pageAt(location.pathname)
  return page !== null && !isWrapped() && (page === 'landing' || readToken() === null)
}

/** No top-level await: what is loaded imports this very file's chunk, and each would wait for the other. */
async function start(element: HTMLElement): Promise<void> {
  const texts = waitForTexts(element, startI18n())
  let root: Root | undefined
  if (standsOutside()) {
    const outside = import('./outside/start-outside.tsx').catch(() => null)
    await texts
    root = createRoot(element)
    if (await (await outside)?.startOutside(root)) return
    // Without a connection it may be that only the product is saved on this device: it says so.
  }
  const product = import('./product.tsx')
  beginPage(location.pathname)
  const { leadFromLanding, prepareProduct, showProduct } = await product
  await prepareProduct(element, texts)
  if (root) await leadFromLanding()
  showProduct(root ?? createRoot(element))
}

const element = document.getElementById('root')
if (!element) throw new Error('expected an element #root in index.html')
void start(element)
