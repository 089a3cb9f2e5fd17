import '../ui/mantine-base.css.ts'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { isWrapped } from '../device/wrapper.ts'
import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import type { healthCheck } from '../../contract/api/system.ts'
import { callOpen } from '../api/open-call.ts'
import { startSession } from '../session/session.ts'
import { requestContentFocus } from './content-focus.ts'
import { pageAt } from './outside/outside-page.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

/**
 * What comes before the first page: in the app for phones the server is chosen, and who is signed in is asked.
 *
 * @param texts the loading of the first texts
 */
export async function prepareProduct(element: HTMLElement, texts: Promise<void>): Promise<void> {
  if (isWrapped()) {
    await texts
    await (await import('./wrapper/start-in-wrapper.tsx')).startInWrapper(element)
  }
  startSession()
  await texts
}

/** So long an answer of the server is waited for, in milliseconds. */
const HEALTH_TIMEOUT_MS = 4_000

/** Where the landing page could not be loaded since the device is offline, the page that says so takes its place. */
export async function leadFromLanding(): Promise<void> {
  const { pathname, hash } = location
  if (pageAt(pathname) !== 'landing') return
  try {
    await callOpen<typeof healthCheck>(OPEN_CALLS.healthCheck, undefined, { timeoutMs: HEALTH_TIMEOUT_MS })
  } catch {
    history.replaceState(null, '', `/connection-status?redirect=${encodeURIComponent(pathname + hash)}`)
  }
}

export function showProduct(root: Root): void {
  root.render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}

/**
 * Takes the place of a page that stood outside, at the address that the browser shows now. That page stays until the next
 * one can be drawn.
 *
 * @param isSignedInHere the next key is to go on from the content, not from the start of the page
 */
export async function takeOver(root: Root, isSignedInHere: boolean): Promise<void> {
  if (isSignedInHere) requestContentFocus()
  startSession()
  await router.load()
  showProduct(root)
}
