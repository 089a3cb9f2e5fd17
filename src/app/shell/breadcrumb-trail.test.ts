import { describe, expect, it } from 'vitest'
import { breadcrumbTrail } from './breadcrumb-trail.ts'

const titles = (place: Parameters<typeof breadcrumbTrail>[0]) =>
  breadcrumbTrail(place).map(({ title }) => title)

describe('breadcrumbs', () => {
  it('lead home to the maps, and to them from the editor', () => {
    expect(breadcrumbTrail({ pathname: '/catalogs' })[0]).toEqual({ title: 'breadcrumbs.home', to: '/main' })
    expect(breadcrumbTrail({ pathname: '/map-editor' })).toEqual([
      { title: 'page.main', to: '/main' },
      { title: 'page.editor' },
    ])
  })

  it('call the viewer by what it shows', () => {
    const pathname = '/public-maps'
    expect(titles({ pathname, catalogId: '7', tab: 'personal' })).toContain('page.catalogMaps')
    expect(titles({ pathname, tab: 'personal' })).toContain('page.personalMaps')
    expect(titles({ pathname, tab: 'favorite' })).toContain('page.publicMaps')
  })

  it('name the tab of the settings', () => {
    expect(titles({ pathname: '/settings/billing' })).toEqual([
      'breadcrumbs.home',
      'page.settings',
      'nav.billing',
    ])
  })
})
