import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { favouritesSearch } from '../favourites/favourites-state.ts'
import { readFilters, writeFilters } from '../map-search/filter-forms.ts'
import { type FilterParam, OWN_MAP_FILTERS } from '../map-search/filters.ts'
import { MAP_TABS, type MapTab } from '../my-maps/filter-maps.ts'
import { mapsSearch } from '../search/search-state.ts'
import { viewerSearch } from '../viewer/model/viewer-search.ts'
import { ConnectionRoute } from './pages/connection-route.tsx'
import { ErrorPage } from './pages/error-page.tsx'
import { ServerDownPage } from './pages/server-down-page.tsx'
import { settingsCrumbs } from './pages/settings-crumbs.ts'
import { viewerCrumbs } from './pages/viewer-crumbs.ts'
import { RootLayout } from './root-layout.tsx'
import { needToken } from './route-guards.ts'
import { oneOf, textOf } from './search-text.ts'

/**
 * The route table of the specification. What needs maps or lists is a chunk of its own. Each route says in its static data
 * how the frame presents its page.
 */

const rootRoute = createRootRoute({ component: RootLayout })

const landingPage = lazyRouteComponent(() => import('../landing/landing-page.tsx'), 'LandingPage')
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: landingPage,
})
const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/landing',
  component: landingPage,
})

const authSearch = (search: Record<string, unknown>): { redirect?: string } => {
  const target = textOf(search['redirect'])
  return target === undefined ? {} : { redirect: target }
}
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: authSearch,
  component: lazyRouteComponent(() => import('./pages/auth-routes.tsx'), 'LoginRoute'),
  staticData: { title: 'page.login' },
})
const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: authSearch,
  component: lazyRouteComponent(() => import('./pages/auth-routes.tsx'), 'RegisterRoute'),
  staticData: { title: 'page.register' },
})
const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyRouteComponent(() => import('../auth/forgot-page.tsx'), 'ForgotPage'),
  staticData: { title: 'page.forgot' },
})
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  validateSearch: (search: Record<string, unknown>): { token?: string } => ({
    token: textOf(search['token']),
  }),
  component: lazyRouteComponent(() => import('./pages/auth-routes.tsx'), 'ResetRoute'),
  staticData: { title: 'page.reset' },
})

const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error',
  component: ErrorPage,
  staticData: { title: 'page.error' },
})
const serverDownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/server-down',
  component: ServerDownPage,
  staticData: { title: 'page.serverDown' },
})
const connectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connection-status',
  validateSearch: authSearch,
  component: ConnectionRoute,
  staticData: { title: 'page.connection' },
})

/** Stands outside the frame of who is signed in: nobody needs an account for it. */
const tryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/try',
  validateSearch: (search: Record<string, unknown>): { map?: string; keep?: string } => ({
    map: textOf(search['map']),
    keep: textOf(search['keep']),
  }),
  component: lazyRouteComponent(() => import('./pages/try-route.tsx'), 'TryRoute'),
  staticData: { title: 'page.try', frame: 'none', opensAlone: true },
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: needToken,
  component: lazyRouteComponent(() => import('./shell/shell-layout.tsx'), 'ShellLayout'),
})

export interface MainSearch extends Partial<Record<FilterParam<(typeof OWN_MAP_FILTERS)[number]>, string>> {
  tab?: MapTab
  /** The dialog that stands open: `new` uploads a map, `many` a folder of them. */
  dialog?: 'new' | 'many' | 'trash'
  /** The map that the upload dialog has just sent. */
  uploaded?: string
  /** The map, of anyone, whose details stand open with their discussion: where notices lead. */
  discussion?: string
  /** What of the details is in sight instead of the discussion: what is said of the map's points. */
  at?: 'points'
}
const mainRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/main',
  validateSearch: (search: Record<string, unknown>): MainSearch => ({
    ...writeFilters(readFilters(OWN_MAP_FILTERS, search)),
    tab: oneOf(MAP_TABS, search['tab']),
    dialog: oneOf(['new', 'many', 'trash'], search['dialog']),
    uploaded: textOf(search['uploaded']),
    discussion: textOf(search['discussion']),
    at: search['at'] === 'points' ? 'points' : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/main-route.tsx'), 'MainRoute'),
  staticData: { title: 'page.main', crumbs: () => [{ title: 'page.main' }], hasMapSearch: true },
})

const pointSearchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/proposed-points',
  component: lazyRouteComponent(() => import('./pages/point-searches-route.tsx'), 'PointSearchesRoute'),
  staticData: {
    title: 'page.proposedPoints',
    crumbs: () => [{ title: 'page.main', to: '/main' }, { title: 'page.proposedPoints' }],
  },
})

const editorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/map-editor',
  validateSearch: (
    search: Record<string, unknown>,
  ): { mapId?: string; proposed?: 'found'; spot?: string } => ({
    mapId: textOf(search['mapId']),
    // Opens with the points that were found in the background.
    proposed: search['proposed'] === 'found' ? 'found' : undefined,
    // A place of the scan, "x,y", that it opens at.
    spot: textOf(search['spot']),
  }),
  component: lazyRouteComponent(() => import('./pages/editor-route.tsx'), 'EditorRoute'),
  staticData: {
    title: 'page.editor',
    frame: 'ownBar',
    crumbs: () => [{ title: 'page.main', to: '/main' }, { title: 'page.editor' }],
  },
})

const publicMapsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/public-maps',
  validateSearch: viewerSearch,
  component: lazyRouteComponent(() => import('./pages/viewer-route.tsx'), 'ViewerRoute'),
  staticData: { title: 'page.publicMaps', frame: 'map', crumbs: viewerCrumbs },
})

const navigatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/navigator',
  validateSearch: (
    search: Record<string, unknown>,
  ): { tiffUrl?: string; mapId?: string; mapTitle?: string; place?: string } => ({
    tiffUrl: textOf(search['tiffUrl']),
    mapId: textOf(search['mapId']),
    mapTitle: textOf(search['mapTitle']),
    place: textOf(search['place']),
  }),
  component: lazyRouteComponent(() => import('./pages/navigator-route.tsx'), 'NavigatorRoute'),
  staticData: { title: 'page.navigator', frame: 'none', opensAlone: true },
})

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: mapsSearch,
  component: lazyRouteComponent(() => import('./pages/search-route.tsx'), 'SearchRoute'),
  staticData: { title: 'page.search', hasOwnSearch: true },
})
const favouritesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/favourites',
  validateSearch: favouritesSearch,
  component: lazyRouteComponent(() => import('./pages/favourites-route.tsx'), 'FavouritesRoute'),
  staticData: { title: 'page.favourites' },
})

const catalogsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogs',
  validateSearch: (search: Record<string, unknown>): { catalogId?: string; shared?: string } => ({
    catalogId: textOf(search['catalogId']),
    shared: textOf(search['shared']),
  }),
  component: lazyRouteComponent(() => import('./pages/catalogs-route.tsx'), 'CatalogsRoute'),
  staticData: { title: 'page.catalogs' },
})

const undiscoveredRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/undiscovered-maps',
  component: lazyRouteComponent(() => import('./pages/assignment-routes.tsx'), 'UndiscoveredRoute'),
  staticData: { title: 'page.undiscovered' },
})
const myAssignmentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/my-assignments',
  component: lazyRouteComponent(() => import('./pages/assignment-routes.tsx'), 'MyAssignmentsRoute'),
  staticData: { title: 'page.myAssignments' },
})
const assignedToOthersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/assigned-maps-to-others',
  component: lazyRouteComponent(() => import('./pages/assignment-routes.tsx'), 'AssignedToOthersRoute'),
  staticData: { title: 'page.assignedToOthers' },
})

const helpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help',
  component: lazyRouteComponent(() => import('./pages/help-route.tsx'), 'HelpRoute'),
  staticData: { title: 'page.help' },
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$tab', params: { tab: 'general' }, replace: true })
  },
})
const settingsTabRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/$tab',
  component: lazyRouteComponent(() => import('./pages/settings-route.tsx'), 'SettingsRoute'),
  staticData: { title: 'page.settings', crumbs: settingsCrumbs },
})

/** The server's own page answers for it; an app that opens links of its server shows the map viewer in its place. */
const exploreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/explore',
  validateSearch: viewerSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/public-maps', search, replace: true })
  },
})

export const routeTree = rootRoute.addChildren([
  homeRoute,
  landingRoute,
  exploreRoute,
  loginRoute,
  registerRoute,
  forgotRoute,
  resetRoute,
  errorRoute,
  serverDownRoute,
  connectionRoute,
  tryRoute,
  shellRoute.addChildren([
    mainRoute,
    pointSearchesRoute,
    editorRoute,
    publicMapsRoute,
    navigatorRoute,
    searchRoute,
    favouritesRoute,
    catalogsRoute,
    undiscoveredRoute,
    myAssignmentsRoute,
    assignedToOthersRoute,
    helpRoute,
    settingsRoute,
    settingsTabRoute,
  ]),
])
