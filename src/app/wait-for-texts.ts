import { i18n } from '../ui/i18n/i18n.ts'

/** So long the page stays empty before it says why, and so often it looks whether they have come. Milliseconds. */
const QUIET_MS = 1_500
const LOOK_MS = 200
/** With those of `public/boot.js` the only words outside of `locales/`: they stand where those could not be loaded. */
const AWAY = [
  ['en', 'No connection to the server. Palimpsest goes on by itself as soon as there is one.'],
  ['lt', 'Nėra ryšio su serveriu. Kai tik atsiras, „Palimpsest“ tęs pats.'],
] as const

function sayAway(root: HTMLElement): void {
  const notice = document.createElement('div')
  notice.setAttribute('role', 'status')
  notice.style.cssText =
    'max-width: 32rem; margin: 15vh auto 0; padding: 0 20px; font: 1rem/1.5 system-ui, sans-serif'
  for (const [language, text] of AWAY) {
    const line = document.createElement('p')
    line.lang = language
    line.textContent = text
    notice.append(line)
  }
  root.replaceChildren(notice)
}

/**
 * Waits until the first texts are there, and says so meanwhile: without them pages would show names of texts, and lead
 * away from where the person was. The page goes on at its own address.
 *
 * @param texts their first loading
 */
export async function waitForTexts(root: HTMLElement, texts: Promise<void>): Promise<void> {
  const notice = setTimeout(() => sayAway(root), QUIET_MS)
  await texts.catch((error: unknown) => console.error('The texts could not be loaded', error))
  // They are asked for until they come.
  while (!i18n.hasResourceBundle(i18n.language, 'common'))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  clearTimeout(notice)
}
