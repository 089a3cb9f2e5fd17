import type { BackendModule, ReadCallback } from 'i18next'

/** Told by the texts themselves at each build: a page never meets texts that a browser kept from another release. */
const RELEASE = import.meta.env.VITE_RELEASE ?? ''

/** Where i18next gets texts: `/locales/{language}/{namespace}.json`. It asks again where the server did not answer. */
export const servedTexts: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, tell) => void read(`/locales/${language}/${namespace}.json`, tell),
}

async function read(path: string, tell: ReadCallback): Promise<void> {
  try {
    const response = await fetch(RELEASE ? `${path}?v=${RELEASE}` : path)
    if (response.ok) tell(null, (await response.json()) as object)
    // Beside an error, the second value says whether to ask again.
    else tell(new Error(`${path}: ${response.status}`), response.status >= 500)
  } catch (error) {
    tell(error instanceof Error ? error : new Error(String(error)), true)
  }
}
