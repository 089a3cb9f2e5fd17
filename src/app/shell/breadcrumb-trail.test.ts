import { describe, expect, it } from 'vitest'
import { settingsCrumbs } from '../pages/settings-crumbs.ts'
import { viewerCrumbs } from '../pages/viewer-crumbs.ts'
import { breadcrumbTrail, tabTitles } from './breadcrumb-trail.ts'
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

describe('a tab of the browser', () => {
  it('names the part of a page before the page, and a page once', () => {
    const settings = (tab: string) =>
      tabTitles({ title: 'page.settings', crumbs: settingsCrumbs }, { params: { tab }, search: {} })
    expect(settings('limits')).toEqual(['nav.limits', 'page.settings'])
    expect(settings('elsewhere')).toEqual(['page.settings'])
    expect(tabTitles({ title: 'page.catalogs' }, nowhere)).toEqual(['page.catalogs'])
    expect(tabTitles({}, nowhere)).toEqual([])
  })

  it('calls the viewer by what it shows', () => {
    const viewer = (search: { tab?: string }) =>
      tabTitles({ title: 'page.publicMaps', crumbs: viewerCrumbs }, { params: {}, search })
    expect(viewer({ tab: 'personal' })).toEqual(['page.personalMaps'])
    expect(viewer({})).toEqual(['page.publicMaps'])
  })
})
