import { describe, expect, it } from 'vitest'
import { settingsCrumbs } from '../pages/settings-crumbs.ts'
import { viewerCrumbs } from '../pages/viewer-crumbs.ts'
import { breadcrumbTrail } from './breadcrumb-trail.ts'
import type { Crumb } from './screen.ts'

const nowhere = { params: {}, search: {} }
const titles = (crumbs: readonly Crumb[]) => crumbs.map(({ title }) => title)

describe('breadcrumbs', () => {
  it('lead home to the maps, and along the way that the page itself names', () => {
    expect(breadcrumbTrail({ title: 'page.catalogs' }, nowhere)).toEqual([
      { title: 'breadcrumbs.home', to: '/main' },
      { title: 'page.catalogs' },
    ])
    const crumbs = () => [{ title: 'page.main', to: '/main' }, { title: 'page.editor' }] as const
    expect(breadcrumbTrail({ title: 'page.catalogs', crumbs }, nowhere)).toEqual(crumbs())
  })

  it('call the viewer by what it shows', () => {
    const shown = (search: { tab?: string; catalogId?: string }) =>
      titles(viewerCrumbs({ params: {}, search }))
    expect(shown({ catalogId: '7', tab: 'personal' })).toContain('page.catalogMaps')
    expect(shown({ tab: 'personal' })).toContain('page.personalMaps')
    expect(shown({ tab: 'favorite' })).toContain('page.publicMaps')
  })

  it('name the tab of the settings', () => {
    const way = (tab: string) => titles(settingsCrumbs({ params: { tab }, search: {} }))
    expect(way('billing')).toEqual(['breadcrumbs.home', 'page.settings', 'nav.billing'])
    expect(way('elsewhere')).toEqual(['breadcrumbs.home', 'page.settings'])
  })
})
