import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** Kinds of requests that last as long as the page does, or whose end nobody waits for. */
const LASTING = new Set(['eventsource', 'ping', 'websocket'])

/** A worker that is ended takes its requests with it, and nothing reports their end: older ones are not waited for, ms. */
const ABANDONED_MS = 5_000

/** When each of the requests under way was sent. */
const requestsOf = new WeakMap<Page, Map<Request, number>>()

/**
 * The requests of a page that are under way. The first call starts the count, so it is made as the page is opened:
 * what was asked for before is not seen.
 */
export function watchRequests(page: Page): ReadonlyMap<Request, number> {
  const known = requestsOf.get(page)
  if (known) return known
  const requests = new Map<Request, number>()
  requestsOf.set(page, requests)
  page.on('request', (request) => {
    // A document that is left takes its requests with it, and their end is not always reported.
    if (request.isNavigationRequest()) requests.clear()
    if (!LASTING.has(request.resourceType())) requests.set(request, Date.now())
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

export interface QuietOptions {
  /** Requests whose address matches may be under way: a test holds their answers back. */
  readonly except?: RegExp
  /** Milliseconds after which waiting ends with an error. Default: 20,000. */
  readonly timeout?: number
}

/** Addresses of the requests under way that a test does not hold back itself, and that were sent within five seconds. */
export const requestsUnderWay = (page: Page, { except }: QuietOptions = {}): string[] =>
  [...watchRequests(page)]
    .filter(([, sentAt]) => Date.now() - sentAt < ABANDONED_MS)
    .map(([request]) => request.url())
    .filter((url) => !except?.test(url))

/** Resolves when the screen has been drawn twice, whatever the clock of the page: `page.clock` stops its own frames. */
export async function twoScreenFrames(page: Page): Promise<void> {
  const drawn = await page.evaluateHandle(() => ({ frames: 0 }))
  await page.waitForFunction((count) => ++count.frames > 2, drawn, { polling: 'raf' })
  await drawn.dispose()
}

/** What the page itself shows to be unfinished, and where it is in its history. */
const readUnrest = (page: Page) =>
  page.evaluate(() => {
    const busy = [...document.querySelectorAll('[data-busy="true"], [aria-busy="true"]')].map(
      (element) => `busy: ${element.getAttribute('aria-label') ?? element.tagName}`,
    )
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
      .map((animation) => `moving: ${animation.id || animation.constructor.name}`)
    const { layers } = (history.state ?? {}) as { readonly layers?: readonly string[] }
    return { unrest: [...busy, ...moving], step: `${location.href} ${layers?.join() ?? ''}` }
  })

/**
 * Waits until nothing of the page is on its way: no request, no part that is busy, no animation that ends, and no step
 * in the history, over two frames. Where the page never comes to rest, the error names what is unfinished.
 */
export async function settled(page: Page, options: QuietOptions = {}): Promise<void> {
  const endsAt = Date.now() + (options.timeout ?? 20_000)
  let lastStep: string | undefined
  for (;;) {
    const { unrest, step } = await readUnrest(page)
    const open = [...unrest, ...requestsUnderWay(page, options)]
    if (open.length === 0 && step === lastStep) return
    if (Date.now() > endsAt) throw new Error(`the page does not settle: ${open.join('; ') || step}`)
    lastStep = open.length === 0 ? step : undefined
    await twoScreenFrames(page)
    if (open.length > 0) await pause(20)
  }
}
