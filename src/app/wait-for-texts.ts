import { i18n } from '../ui/i18n/i18n.ts'

/** So long the page stays empty before it says why, and so long it waits before it asks again. Milliseconds. */
const QUIET_MS = 1_500
const RETRY_MS = 3_000
/** With those of `public/boot.js` the only words outside of `locales/`: they stand where those could not be loaded. */
const NO_CONNECTION =
  'No connection. Palimpsest goes on by itself as soon as it can be reached. / Nėra ryšio. Palimpsest tęs pats, kai tik bus pasiekiamas.'

/**
 * Waits until the first texts are there, and says so meanwhile: without them pages would show names of texts, and lead
 * away from where the person was. The page goes on at its own address.
 *
 * @param texts their first loading
 */
export async function waitForTexts(root: HTMLElement, texts: Promise<void>): Promise<void> {
  const notice = setTimeout(() => (root.textContent = NO_CONNECTION), QUIET_MS)
  await texts.catch((error: unknown) => console.error('The texts could not be loaded', error))
  while (!i18n.hasResourceBundle(i18n.language, 'common')) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    await i18n.reloadResources([i18n.language], ['common', 'errors'])
  }
  clearTimeout(notice)
}
