import type { ParseKeys } from 'i18next'

export interface Crumb {
  readonly title: ParseKeys<'common'>
  /** Absent on the page itself. */
  readonly to?: '/main' | '/settings'
}

interface Place {
  readonly pathname: string
  readonly tab?: string | undefined
  readonly catalogId?: string | undefined
}

const TITLES: Record<string, ParseKeys<'common'>> = {
  '/map-editor': 'page.editor',
  '/navigator': 'page.navigator',
  '/catalogs': 'page.catalogs',
  '/undiscovered-maps': 'page.undiscovered',
  '/my-assignments': 'page.myAssignments',
  '/assigned-maps-to-others': 'page.assignedToOthers',
}

const SETTINGS_TITLES: Record<string, ParseKeys<'common'>> = {
  general: 'nav.general',
  team: 'nav.team',
  billing: 'nav.billing',
  limits: 'nav.limits',
}

/** Title of the map viewer: by what it shows. */
function viewerTitle({ tab, catalogId }: Place): ParseKeys<'common'> {
  if (catalogId) return 'page.catalogMaps'
  return tab === 'personal' ? 'page.personalMaps' : 'page.publicMaps'
}

/** The way from home (`/main`) to a page. */
export function breadcrumbTrail(place: Place): Crumb[] {
  const { pathname } = place
  if (pathname === '/main') return [{ title: 'page.main' }]
  const home: Crumb = { title: 'breadcrumbs.home', to: '/main' }
  if (pathname === '/public-maps') return [home, { title: viewerTitle(place) }]
  if (pathname === '/map-editor') return [{ title: 'page.main', to: '/main' }, { title: 'page.editor' }]
  if (pathname.startsWith('/settings')) {
    const title = SETTINGS_TITLES[pathname.split('/')[2] ?? '']
    return title
      ? [home, { title: 'page.settings', to: '/settings' }, { title }]
      : [home, { title: 'page.settings' }]
  }
  const title = TITLES[pathname]
  return title ? [home, { title }] : [home]
}
