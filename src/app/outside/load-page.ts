import type { ComponentType } from 'react'
import { i18n } from '../../ui/i18n/i18n.ts'
import { pageAt, type OutsidePage } from './outside-page.ts'

export interface OutsidePageProps {
  readonly page: OutsidePage
  /** Search part of the address. */
  readonly search: string
  /** Somebody is about to sign in. */
  readonly onBegin: () => void
}

/** A page that can be drawn at once. */
export interface ShownPage {
  readonly page: OutsidePage
  readonly search: string
  readonly Page: ComponentType<OutsidePageProps>
}

/** Loads the page of an address with its texts; null where the address is one of the product. */
export async function loadPage({ pathname, search }: URL): Promise<ShownPage | null> {
  const page = pageAt(pathname)
  if (page === null) return null
  const [Page] = await Promise.all([
    page === 'landing'
      ? import('../../landing/landing-page.tsx').then(({ LandingPage }) => LandingPage)
      : import('./sign-pages.tsx').then(({ SignPages }) => SignPages),
    i18n.loadNamespaces(page === 'landing' ? 'landing' : 'auth'),
  ])
  return { page, search, Page }
}
