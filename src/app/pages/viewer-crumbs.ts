import { HOME } from '../shell/breadcrumb-trail.ts'
import type { Crumb, ScreenAddress } from '../shell/screen.ts'

/** The way to the map viewer, which is called by what it shows. */
export function viewerCrumbs({ search: { tab, catalogId } }: ScreenAddress): Crumb[] {
  if (catalogId) return [HOME, { title: 'page.catalogs', to: '/catalogs' }, { title: 'page.catalogMaps' }]
  return [HOME, { title: tab === 'personal' ? 'page.personalMaps' : 'page.publicMaps' }]
}
