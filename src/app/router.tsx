import { createRouter } from '@tanstack/react-router'
import type { ViewerSearch } from '../viewer/model/viewer-search.ts'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search-text.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // The indicator delays itself; the router's own delay would only add to it.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingIndicator,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  /** Navigation state of the specification; each page mirrors it in its search parameters. */
  interface HistoryState {
    mapId?: string
    tiffUrl?: string
    mapTitle?: string
    tab?: string
    catalogId?: string
    isAssignment?: boolean
    /** What the map viewer showed that led here. */
    viewer?: ViewerSearch
    /** The step before is the same page without the dialog of this one. */
    isDialogStep?: boolean
    /** The step came of typing: the next letter is no step of its own. */
    isTypedStep?: boolean
  }
}
