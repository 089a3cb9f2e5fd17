import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'

/** A text of `common` that names a page. */
export type PageTitle = Extract<ParseKeys<'common'>, `page.${string}` | `nav.${string}` | 'breadcrumbs.home'>

/** A step on the way from home to a page. */
export interface Crumb {
  readonly title: PageTitle
  /** Absent on the page itself. */
  readonly to?: '/main' | '/settings' | '/catalogs'
}

/**
 * What stands around a page. `page`: sidebar and header, and the page scrolls with the window. `map`: the same around a
 * page that fills the window. `ownBar`: a narrow sidebar where it is asked for; the page fills the window and brings its
 * own bar. `none`: the page has the window to itself.
 */
export type Frame = 'page' | 'map' | 'ownBar' | 'none'

/** What of an address may decide how a page is called. */
export interface ScreenAddress {
  readonly params: { readonly tab?: string }
  readonly search: { readonly tab?: string; readonly catalogId?: string }
}

declare module '@tanstack/react-router' {
  /** What a route tells the frame of its page. */
  interface StaticDataRouteOption {
    /** Stands in the browser's tab, and ends the breadcrumbs where `crumbs` says nothing else. */
    title?: PageTitle
    /** Default: `page`. */
    frame?: Frame
    /** The whole way to the page. Default: home, then `title`. */
    crumbs?: (address: ScreenAddress) => readonly Crumb[]
    /** It works without the server, by what this device keeps. */
    opensAlone?: boolean
    /** The header searches one's own maps and begins new ones. */
    hasMapSearch?: boolean
    /** The page brings the search over all maps itself. */
    hasOwnSearch?: boolean
  }
}

export type Screen = StaticDataRouteOption
