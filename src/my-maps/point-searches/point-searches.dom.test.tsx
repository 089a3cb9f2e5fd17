import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { countPointSearches } from '../../../contract/api/point-search-count.ts'
import {
  cancelPointSearches,
  decideOnPoints,
  pointSearches,
  type PointSearches,
  searchPoints,
} from '../../../contract/api/point-searches.ts'
import { findToast, openApp } from '../../../tests/components/app.ts'
import { type FakeApi, refusal } from '../../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

const point = {
  image: [1, 2] as [number, number],
  map: [25, 54] as [number, number],
  read: 'a',
  name: 'A',
  odds: 4,
}
const found = (title: string, odds: number, by: 'names' | 'sheet' = 'names') => ({
  mapId: title.toLowerCase(),
  title,
  year: null,
  basePath: `files/${title.toLowerCase()}`,
  place: by === 'sheet' ? 'Blatt 62 Aalen' : 'Vilnius',
  by,
  odds,
  points: Array.from({ length: by === 'sheet' ? 4 : 12 }, () => point),
})

/** A server that keeps what was found, and what was decided on it. */
function fakeSearches(api: FakeApi, first: Partial<PointSearches> = {}) {
  const all = [found('Kaunas', 40), found('Vilna', 12), found('Aalen', 2, 'sheet')]
  const decided = new Map<string, string>()
  api.answer(pointSearches, () => {
    const open = all.filter(({ mapId }) => !decided.has(mapId))
    const count = (one: string) => [...decided.values()].filter((decision) => decision === one).length
    return {
      open: 0,
      current: null,
      found: open,
      foundCount: open.length,
      nothing: [],
      nothingCount: 0,
      decided: { accepted: count('accepted'), mended: count('mended'), refused: count('refused') },
      ...first,
    }
  })
  api.answer(decideOnPoints, ({ body: { mapId, decision } }) => {
    if (decision === null) decided.delete(mapId)
    else decided.set(mapId, decision)
    return { status: 'success' as const }
  })
  return decided
}

const rows = () => screen.getAllByRole('listitem').filter((row) => row.dataset['found'])
const row = (title: string) => rows().find(({ dataset }) => dataset['found'] === title)!

describe('points that were found for many maps', () => {
  it('are listed with where the map would lie and how sure that is, and decided by keys', async () => {
    let decided = new Map<string, string>()
    const { api, hands } = await openApp('/proposed-points', (server) => (decided = fakeSearches(server)), {
      user: ONA,
    })
    await screen.findByText('Kaunas')
    expect(rows().map((one) => one.getAttribute('aria-label'))).toEqual([
      'Kaunas: Around Vilnius, very likely, 12 points',
      'Vilna: Around Vilnius, very likely, 12 points',
      'Aalen: Sheet “Blatt 62 Aalen”, likely, 4 corners',
    ])
    const first = (title: string) => within(row(title)).getAllByRole('button')[0]
    first('kaunas')?.focus()
    await hands.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(first('vilna'))
    await hands.keyboard('y')
    await screen.findByText(/The points of “Vilna” are in its draft/)
    // The next map is where keys go on.
    await waitFor(() => expect(document.activeElement).toBe(first('aalen')))
    await hands.keyboard('{Delete}')
    await screen.findByText(/The points of “Aalen” were refused/)
    await screen.findByText('Until now: 1 accepted as proposed, 0 mended, 1 refused.')
    await waitFor(() => expect(document.activeElement).toBe(first('kaunas')))
    await hands.keyboard('{Control>}z{/Control}')
    await screen.findByText('Aalen')
    expect([...decided]).toEqual([['vilna', 'accepted']])
    expect(api.sent(decideOnPoints).map(({ body }) => body)).toEqual([
      { mapId: 'vilna', decision: 'accepted' },
      { mapId: 'aalen', decision: 'refused' },
      { mapId: 'aalen', decision: null },
    ])
  })

  it('stay listed when the server refuses, with the reason', async () => {
    const { hands } = await openApp(
      '/proposed-points',
      (server) => {
        fakeSearches(server)
        server.answer(decideOnPoints, refusal(409, 'errors.lettering.hasPoints'))
      },
      { user: ONA },
    )
    await hands.click(await screen.findByRole('button', { name: 'Accept the points of “Kaunas”' }))
    await findToast(/You have begun to place this map yourself/)
    expect(rows()).toHaveLength(3)
  })

  it('are being searched, and the search can be stopped; maps without any are named with the reason', async () => {
    const { api, hands } = await openApp(
      '/proposed-points',
      (server) => {
        fakeSearches(server, {
          open: 2,
          current: { mapId: 'riga', title: 'Riga', percent: 40 },
          nothing: [
            {
              mapId: 'bare',
              title: 'Bare',
              year: null,
              basePath: 'files/bare',
              reason: 'few-names' as const,
            },
          ],
          nothingCount: 1,
        })
        server.answer(cancelPointSearches, { status: 'success' })
      },
      { user: ONA },
    )
    const underWay = await screen.findByRole('region', { name: 'Search for points' })
    expect(within(underWay).getByText(/searched for 2 maps/)).toBeTruthy()
    expect(within(underWay).getByRole('progressbar', { name: 'Riga' }).getAttribute('aria-valuenow')).toBe(
      '40',
    )
    expect(screen.getByText('Nothing was found for 1 map')).toBeTruthy()
    expect(screen.getByText('Too few of the words are names of places.')).toBeTruthy()
    await hands.click(within(underWay).getByRole('button', { name: 'Stop searching' }))
    await waitFor(() => expect(api.sent(cancelPointSearches)).toHaveLength(1))
  })

  it('are asked for by maps that are chosen, and lead on from a quiet line', async () => {
    const { api, hands } = await openApp(
      '/main',
      (server) => {
        new FakeLibrary(server, mapOf('Kaunas'), mapOf('Riga'), mapOf('Placed', { isTransformed: true }))
        fakeSearches(server)
        server.answer(searchPoints, ({ body }) => ({ begun: body.maps.length, left: 0 }))
      },
      { user: ONA },
    )
    await hands.click(await screen.findByRole('button', { name: 'Choose several' }))
    await hands.click(await screen.findByRole('button', { name: /^Choose all/ }))
    api.answer(countPointSearches, { open: 0, found: 12 })
    await hands.click(screen.getByRole('button', { name: 'Propose points' }))
    await findToast(/Points are being searched for 2 maps/)
    expect(api.sent(searchPoints)[0]?.body.maps.toSorted()).toEqual(['kaunas', 'riga'])
    await hands.click(await screen.findByRole('link', { name: '12 maps have proposed points' }))
    await screen.findByRole('heading', { name: 'Proposed points' })
  })
})
