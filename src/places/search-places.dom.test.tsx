import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { geocode, type Place } from '../../contract/api/places.ts'
import { config } from '../../contract/api/system.ts'
import { queryClient } from '../api/query-client.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { openApp } from '../../tests/components/app.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { CONFIG, ONA } from '../../tests/components/samples.ts'
import { searchPlaces, soonestPlaces } from './search-places.ts'

const placeOf = (display_name: string): Place => ({
  display_name,
  lat: '54.9',
  lon: '23.9',
  boundingbox: ['54.8', '55', '23.8', '24'],
  place_type: 'city',
  osm_type: null,
  importance: 0.7,
  class: 'place',
})
const KAUNAS = placeOf('Kaunas')
const STREET = placeOf('Kauno gatvė')
const QUESTION = { text: 'kaun', boundaries: false }

async function open(searchesOutside: boolean, own = [KAUNAS]) {
  const { api } = await openApp(
    '/main',
    (server) => {
      new FakeLibrary(server, mapOf('Plan'))
      server.answer(config, { ...CONFIG, searchesOutside })
      server.answer(geocode, ({ query }) => (query.own ? own : [...own, STREET]))
    },
    { user: ONA },
  )
  await screen.findByText('Plan')
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.config)).toBeDefined())
  const firsts: string[][] = []
  const { signal } = new AbortController()
  const names = (places: readonly { readonly name: string }[]) => places.map(({ name }) => name)
  return {
    api,
    firsts,
    find: async () =>
      names(await searchPlaces(QUESTION, 5, 'en', signal, (places) => firsts.push(names(places)))),
    soonest: async () => names(await soonestPlaces(QUESTION, 5, 'en', signal)),
  }
}

describe('places of a name', () => {
  it('are told at once where a service elsewhere is asked too, and then in whole', async () => {
    const { find, firsts } = await open(true)
    expect(await find()).toEqual(['Kaunas', 'Kauno gatvė'])
    await waitFor(() => expect(firsts).toEqual([['Kaunas']]))
  })

  it('are asked for once where the server knows no service', async () => {
    const { api, find, firsts } = await open(false)
    expect(await find()).toEqual(['Kaunas', 'Kauno gatvė'])
    expect(firsts).toEqual([])
    expect(api.sent(geocode)).toHaveLength(1)
  })

  it('are waited for where the server itself has none', async () => {
    const { find, firsts } = await open(true, [])
    expect(await find()).toEqual(['Kauno gatvė'])
    expect(firsts).toEqual([])
  })

  it('are those that come soonest where one is enough', async () => {
    const { api, soonest } = await open(true)
    api.answer(geocode, ({ query }) => (query.own ? [KAUNAS] : refusal(503, 'errors.unavailable')))
    expect(await soonest()).toEqual(['Kaunas'])
  })
})
