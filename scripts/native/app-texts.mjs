import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

/** Languages of the app; the first is that of phones which speak none of them. */
export const LANGUAGES = ['en', 'lt']

/** What the system says in the app's name. */
export const appTexts = (language) =>
  JSON.parse(readFileSync(join(root, 'locales', language, 'native.json'), 'utf8'))

/** Scheme of links that only the app opens. */
export const LINK_SCHEME = 'palimpsest'
