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
 * @param enter hands the document over to the product, at the address that it shows now; `isSignedInHere`: by who sits
 * before this tab
 */
export class OutsideSteps implements PageSteps {
  private readonly current: ValueStore<ShownPage>
  /** Path and search of the page that stands. */
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
    onTokenChange(() => this.leadOn(this.current.get()))
  }

  private async showAddress(isStep: boolean): Promise<void> {
    const { href, pathname, search } = location
    const next = await loadPage(new URL(href)).catch(() => undefined)
    if (location.href !== href || this.isLeft) return
    // Whatever could not be loaded: the browser asks for all of it anew.
    if (next === undefined) return location.reload()
    if (next === null) return this.leave(false)
    if (this.leadOn(next)) return
    this.place = pathname + search
    this.current.set(next)
    if (isStep) window.scrollTo({ top: 0, behavior: 'instant' })
  }

  /** Who is signed in has no need of the pages where one signs in. @returns whether it leads on */
  private leadOn({ page, search }: ShownPage): boolean {
    if (this.isLeft || (page !== 'login' && page !== 'register') || readToken() === null) return false
    history.replaceState(null, '', targetOf(search))
    this.leave(document.hasFocus())
    return true
  }

  private leave(isSignedInHere: boolean): void {
    this.isLeft = true
    this.enter(isSignedInHere).catch(() => location.reload())
  }
}
