import type { BackendModule, ReadCallback } from 'i18next'

/** Told by the texts themselves at each build: a page never meets texts that a browser kept from another release. */
const RELEASE = import.meta.env.VITE_RELEASE ?? ''

/** So long it waits after the first try that had no answer, and at most. Milliseconds. */
const FIRST_WAIT_MS = 350
const LONGEST_WAIT_MS = 3_000

/**
 * Where i18next gets texts: `/locales/{language}/{namespace}.json`. While the server does not answer it asks again until
 * it does: i18next itself would give up, and show the names of the texts from then on.
 */
export const servedTexts: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, tell) => void read(`/locales/${language}/${namespace}.json`, tell),
}

async function read(path: string, tell: ReadCallback): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
    const answer = await ask(path)
    if (answer instanceof Error) return tell(answer, false)
    if (answer) return tell(null, answer)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** The texts; an error where there are none; null where the server is away. */
async function ask(path: string): Promise<object | Error | null> {
  try {
    const response = await fetch(RELEASE ? `${path}?v=${RELEASE}` : path)
    if (response.ok) return (await response.json()) as object
    return response.status >= 500 ? null : new Error(`${path}: ${response.status}`)
  } catch {
    return null
  }
}
