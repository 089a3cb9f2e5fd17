import type { BackendModule, ReadCallback } from 'i18next'
import { valueStore } from '../value-store.ts'

/** Told by the texts themselves at each build: a page never meets texts that a browser kept from another release. */
const RELEASE = import.meta.env.VITE_RELEASE ?? ''

/** So long it waits after the first try that had no answer, and at most. Milliseconds. */
const FIRST_WAIT_MS = 350
const LONGEST_WAIT_MS = 3_000
/** So often it asks before what waits for the texts goes on without them. */
const TRIES = 6

/** One failure may be a moment's; after so many tries pages that can go without these texts no longer wait. */
const TRIES_UNTIL_AWAY = 2

/** Whether texts are missing because the server does not give them. */
export const textsAway = valueStore(false)

/** @param texts that come after what waited for them went on without */
type LateTexts = (language: string, namespace: string, texts: object) => void

/**
 * Where i18next gets texts: `/locales/{language}/{namespace}.json`. While the server does not answer it asks again until
 * it does: i18next itself would give up, and never show those texts.
 */
export const servedTexts = (onLate: LateTexts): BackendModule => ({
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, tell) =>
    void read(`/locales/${language}/${namespace}.json`, tell, (texts) => onLate(language, namespace, texts)),
})

async function read(path: string, tell: ReadCallback, onLate: (texts: object) => void): Promise<void> {
  let wait = FIRST_WAIT_MS
  for (let tries = 1; ; tries += 1) {
    const texts = await ask(path)
    if (texts) textsAway.set(false)
    if (texts) return tries > TRIES ? onLate(texts) : tell(null, texts)
    if (tries === TRIES_UNTIL_AWAY) textsAway.set(true)
    if (tries === TRIES) tell(new Error(`${path}: the server does not answer`), false)
    await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(LONGEST_WAIT_MS, 2 * wait)
  }
}

/** Null: they were not given. */
async function ask(path: string): Promise<object | null> {
  try {
    const response = await fetch(RELEASE ? `${path}?v=${RELEASE}` : path)
    return response.ok ? ((await response.json()) as object) : null
  } catch {
    return null
  }
}
