import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { Provider } from 'jotai'
import { readFileSync } from 'node:fs'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { queryKeys } from '../queries/query-keys.ts'
import { ViewerSidebar } from './list/viewer-sidebar.tsx'
import { type OpenStage, StageContext } from './session/stage-context.ts'
import { createStageSession } from './session/stage-session.ts'
import { TimeBand } from './timeline/time-band.tsx'
import type { ViewerFilters } from './model/viewer-filters.ts'
import { openSidebarAtom } from './model/viewer-model.ts'
import type { ViewerSearch } from './model/viewer-search.ts'
import { stateOf } from './model/viewer-state.ts'

const device = vi.hoisted(() => ({ isMobile: false }))
vi.mock('../ui/use-is-mobile.ts', () => ({
  isMobile: () => device.isMobile,
  useIsMobile: () => device.isMobile,
  useIsShort: () => false,
}))

beforeAll(async () => {
  const texts = (namespace: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../locales/en/${namespace}.json`, import.meta.url), 'utf8'))
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: ['common', 'viewer', 'maps', 'search'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    resources: {
      en: Object.fromEntries(['common', 'viewer', 'maps', 'search'].map((name) => [name, texts(name)])),
    } as never,
  })
})

/** The first drawing, before any answer has come. */
const drawn = (element: ReactElement, queries = new QueryClient()) =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={queries}>{element}</QueryClientProvider>
    </MantineProvider>,
  )

const ignore = () => undefined

describe('the band of time', () => {
  const band = (filters: ViewerFilters) =>
    drawn(
      <TimeBand
        filters={filters}
        tab="public"
        isOpen
        opened={null}
        onTime={ignore}
        onClose={ignore}
        onPlaying={ignore}
      />,
    )

  it('has a slider for one year, from 0 to 2000, that says what its ends mean', () => {
    const one = band({ time: { from: 1812, to: 1812 } })
    expect(one.match(/role="slider"/g)).toHaveLength(1)
    expect(one).toMatch(/aria-label="Year"[^>]*aria-valuemin="0" aria-valuemax="2000" aria-valuenow="1812"/)
    expect(band({ time: { from: 2000, to: null } })).toContain('aria-valuetext="2000 and later"')
  })

  it('has two sliders for a range', () => {
    const range = band({ time: { from: 1700, to: 1795 } })
    expect(range.match(/role="slider"/g)).toHaveLength(2)
    expect(range).toMatch(/aria-label="From"[^>]*aria-valuenow="1700"/)
    expect(range).toMatch(/aria-label="To"[^>]*aria-valuenow="1795"/)
  })
})

describe('the list beside the map', () => {
  const sidebar = (search: ViewerSearch, isOpen = true) => {
    const state = stateOf(search)
    const session = createStageSession(state)
    session.store.set(openSidebarAtom, isOpen)
    const queries = new QueryClient()
    queries.setQueryData(queryKeys.catalogs, [{ id: 'c', title: 'Lithuanian towns' }])
    return drawn(
      <Provider store={session.store}>
        <StageContext value={{ page: { state }, session } as OpenStage}>
          <ViewerSidebar />
        </StageContext>
      </Provider>,
      queries,
    )
  }

  it('has three tabs and a search in seven attributes, and of a catalog its label alone', () => {
    device.isMobile = false
    const list = sidebar({})
    for (const tab of ['My maps', 'Public maps', 'Favourites']) expect(list).toContain(`>${tab}</button>`)
    expect(list).toMatch(/aria-pressed="true"[^>]*>Public maps/)
    const [, search = ''] = /<select[^>]*aria-label="Where to look"[^>]*>(.*?)<\/select>/.exec(list) ?? []
    expect(search.match(/<option/g)).toHaveLength(8)
    const catalog = sidebar({ catalogId: 'c' })
    expect(catalog).toContain('Lithuanian towns')
    expect(catalog).not.toContain('My maps')
  })

  it('is gone when it is closed, but for the button that opens it', () => {
    device.isMobile = false
    const closed = sidebar({}, false)
    expect(closed).toContain('aria-label="Show the list of maps"')
    expect(closed).toContain('aria-expanded="false"')
    expect(closed).not.toContain('My maps')
  })

  it('has two tabs, search and filters on a phone', () => {
    device.isMobile = true
    const column = sidebar({})
    for (const text of ['Mine', 'Public', 'Filters', 'Search']) expect(column).toContain(`>${text}<`)
  })
})
