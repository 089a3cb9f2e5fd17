import { isWrapped } from '../../device/wrapper.ts'

const PROGRAM = '/service-worker.js'
/** What is stored in the background must not come before what the page itself needs. */
const AFTER_FIRST_VIEW_MS = 2_000
/** A page that stands open for days asks this often for a new release. */
const ASK_EVERY_MS = 3_600_000

/** Shows that a new release is ready; `take` brings it. */
type Offer = (take: () => void) => void

let isStarted = false

/**
 * Makes this browser open the navigator without a connection, and offers new releases. What is needed is stored in the
 * background; nothing that is recorded or kept lies there, so no release can lose it. A wrapper has its pages with it.
 */
export function startOfflineUse(offer: Offer): void {
  if (isStarted || isWrapped() || !('serviceWorker' in navigator) || import.meta.env.DEV) return
  isStarted = true
  window.setTimeout(() => {
    navigator.serviceWorker.register(PROGRAM, { updateViaCache: 'none' }).then(
      // Where it is forbidden from outside, some answer with nothing rather than refuse.
      (registration: ServiceWorkerRegistration | undefined) => registration && watch(registration, offer),
      // A browser that forbids it opens the product over the network alone, as before.
      (error: unknown) => console.warn(error),
    )
  }, AFTER_FIRST_VIEW_MS)
}

function watch(registration: ServiceWorkerRegistration, offer: Offer): void {
  const { serviceWorker } = navigator
  const tell = () => offer(() => take(registration))
  if (registration.waiting) tell()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // Without one that is active it is the first, and there is nothing to take over.
      if (installing.state === 'installed' && registration.active) tell()
    })
  })
  const ask = () => {
    if (navigator.onLine && document.visibilityState === 'visible')
      registration.update().catch(() => undefined)
  }
  window.setInterval(ask, ASK_EVERY_MS)
  window.addEventListener('online', ask)
  // Taken in another window: what this one loads from here on would be of the other release.
  if (serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => offer(() => window.location.reload()))
}

/** Lets the release that waits take over, and loads the page of it. */
function take({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return window.location.reload()
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') window.location.reload()
  })
  waiting.postMessage('takeOver')
}
