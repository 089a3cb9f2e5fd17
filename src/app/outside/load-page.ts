import type { ComponentType } from 'react'
import { i18n } from '../../ui/i18n/i18n.ts'
import { textsAway } from '../../ui/i18n/served-texts.ts'
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

/** Rejects where the server does not give them: a page without its texts would say nothing. */
function loadTexts(namespace: 'landing' | 'auth'): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`the texts of ${namespace} could not be loaded`))
    const end = textsAway.subscribe(() => textsAway.get() && giveUp())
    void i18n.loadNamespaces(namespace).then(() => {
      end()
      if (i18n.hasResourceBundle(i18n.language, namespace)) resolve()
      else giveUp()
    })
  })
}

/** Loads the page of an address with its texts; null where the address is one of the product. */
export async function loadPage({ pathname, search }: URL): Promise<ShownPage | null> {
  const page = pageAt(pathname)
  if (page === null) return null
  const [Page] = await Promise.all([
    page === 'landing'
      ? import('../../landing/landing-page.tsx').then(({ LandingPage }) => LandingPage)
      : import('./sign-pages.tsx').then(({ SignPages }) => SignPages),
    loadTexts(page === 'landing' ? 'landing' : 'auth'),
  ])
  return { page, search, Page }
}
