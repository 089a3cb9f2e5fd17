import { onTokenChange, readToken } from '../../api/bearer-token.ts'
import type { PageSteps } from '../../ui/page-steps.tsx'
import { type ValueStore, valueStore } from '../../ui/value-store.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { loadPage, type ShownPage } from './load-page.ts'

/** Where signing in leads to, by the search part of the address. */
export const targetOf = (search: string): string =>
  safeRedirect(new URLSearchParams(search).get('redirect') ?? undefined)

/**
 * Changes the page with the address, as the router does in the product.
 *
 * @param enter hands the document over to the product, at the address that it shows now; `isSignedInHere`: signing in was
 * done in this tab
 */
export class OutsideSteps implements PageSteps {
  private readonly current: ValueStore<ShownPage>
  /** Path and search of the page that is shown. */
  private place = location.pathname + location.search
  private isLeft = false
  private readonly enter: (isSignedInHere: boolean) => Promise<void>

  constructor(first: ShownPage, enter: (isSignedInHere: boolean) => Promise<void>) {
    this.current = valueStore(first)
    this.enter = enter
  }

  readonly shown = (): ShownPage => this.current.get()

  readonly subscribe = (listener: () => void): (() => void) => this.current.subscribe(listener)

  readonly go = (href: string): void => {
    history.pushState(null, '', href)
    void this.showAddress(true)
  }

  readonly prepare = (href: string): void => {
    void loadPage(new URL(href, location.href)).catch(() => undefined)
  }

  /** Begins to follow Back, Forward and signing in, here or in another tab. */
  start(): void {
    window.addEventListener('popstate', () => {
      // A part of the same page: the browser goes there itself.
      if (this.place !== location.pathname + location.search) void this.showAddress(false)
    })
    onTokenChange(() => this.redirectIfSignedIn(this.current.get()))
  }

  private async showAddress(isForward: boolean): Promise<void> {
    const { href, pathname, search } = location
    const next = await loadPage(new URL(href)).catch(() => undefined)
    if (location.href !== href || this.isLeft) return
    // A file could not be loaded: the browser loads the whole page again.
    if (next === undefined) return location.reload()
    if (next === null) return this.enterApp(false)
    if (this.redirectIfSignedIn(next)) return
    this.place = pathname + search
    this.current.set(next)
    if (isForward) window.scrollTo({ top: 0, behavior: 'instant' })
  }

  /** Leaves the pages for signing in as soon as somebody is signed in. @returns whether it did */
  private redirectIfSignedIn({ page, search }: ShownPage): boolean {
    if (this.isLeft || (page !== 'login' && page !== 'register') || readToken() === null) return false
    history.replaceState(null, '', targetOf(search))
    this.enterApp(document.hasFocus())
    return true
  }

  private enterApp(isSignedInHere: boolean): void {
    this.isLeft = true
    this.enter(isSignedInHere).catch(() => location.reload())
  }
}
