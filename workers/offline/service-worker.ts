import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope
/** What the build found that the navigator needs (`scripts/service-worker-build.mjs`). */
declare const PRECACHE_ENTRIES: PrecacheEntry[]

const FIRST_PAGE = '/index.html'
/** A line that does not answer within this is as good as none. */
const PATIENCE_MS = 4_000
/** Answers of the API, texts and files are no pages; pages for anyone stand apart from what is stored. */
const NO_PAGE = /^\/(?:api|locales|assets|[mlc]|explore)(?:\/|$)|\.[a-z0-9]{1,12}$/i

/**
 * The server's first page while it answers, so that an open line always shows the newest release; else the stored one,
 * whose files were stored with it. A page of one release therefore never meets the files of another.
 */
async function firstPage(request: Request): Promise<Response> {
  const stored = () => matchPrecache(FIRST_PAGE)
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), PATIENCE_MS)
  try {
    const response = await fetch(request, { signal: ending.signal })
    return response.status >= 500 ? ((await stored()) ?? response) : response
  } catch (error) {
    const page = await stored()
    if (page) return page
    throw error
  } finally {
    clearTimeout(timer)
  }
}

// Before the stored files: their route would answer for the first page as well.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !NO_PAGE.test(url.pathname),
  ({ request }) => firstPage(request),
)
// Nothing else is answered from here: what the API says is never stored in silence.
precacheAndRoute(PRECACHE_ENTRIES, { cleanURLs: false, ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()

// A new release waits until the user takes it.
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting()
})
