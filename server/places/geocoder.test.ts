import { describe, expect, it } from 'vitest'
import type { Place } from '../../contract/api/places.ts'
import { type Geocoder, placeSources, type PlaceSearch } from './geocoder.ts'

const asked: PlaceSearch = {
  text: 'Kaun',
  limit: 5,
  boundaries: false,
  countries: [],
  viewbox: undefined,
  bounded: false,
  language: 'lt',
}
const signal = new AbortController().signal

const placeAt = (display_name: string, lon: number, lat: number, more: Partial<Place> = {}): Place => ({
  display_name,
  lat: String(lat),
  lon: String(lon),
  boundingbox: [String(lat - 0.1), String(lat + 0.1), String(lon - 0.1), String(lon + 0.1)],
  place_type: 'city',
  osm_type: null,
  importance: 0.7,
  class: 'place',
  ...more,
})
const KAUNAS = placeAt('Kaunas, Lithuania', 23.9, 54.9)
const KAUNATAVA = placeAt('Kaunatava, Lithuania', 22.5, 56)
const MISTYPED = placeAt('Kannus, Finland', 23.9, 63.9)
const OUTSIDE_KAUNAS = placeAt('Kaunas, Kauno apskritis, Lietuva', 23.91, 54.91)
const STREET = placeAt('Kauno gatvė, Vilnius, Lietuva', 25.27, 54.67)
const VILLAGE = placeAt('Kaunai, Lietuva', 21.3, 55.9)

const knows = (...places: readonly Place[]): Geocoder => ({ search: () => Promise.resolve([...places]) })
const silent: Geocoder = { search: () => new Promise(() => undefined) }
const broken: Geocoder = { search: () => Promise.reject(new Error('down')) }
const names = (places: readonly Place[]) => places.map(({ display_name }) => display_name.split(',')[0])
const join = (embedded: Geocoder, outside?: Geocoder) => {
  const failures: unknown[] = []
  const { own, all } = placeSources(embedded, outside, (error) => failures.push(error))
  const find = async (source: Geocoder, more: Partial<PlaceSearch> = {}) =>
    names(await source.search({ ...asked, ...more }, signal))
  return {
    failures,
    own: (more?: Partial<PlaceSearch>) => find(own, more),
    all: (more?: Partial<PlaceSearch>) => find(all, more),
  }
}

describe('the names of this server and of a service', () => {
  it('are here at once, whatever becomes of the service', async () => {
    const { own } = join(knows(KAUNAS, KAUNATAVA, MISTYPED), silent)
    expect(await own()).toEqual(['Kaunas', 'Kaunatava'])
    // Something is better than nothing while the service is asked.
    expect(await own({ text: 'Kaunnus' })).toEqual(['Kaunas', 'Kaunatava', 'Kannus'])
  })

  it('are joined: what was shown at once stays on top, what is added is no place of it again', async () => {
    const { all } = join(knows(KAUNAS, KAUNATAVA, MISTYPED), knows(OUTSIDE_KAUNAS, STREET, VILLAGE))
    expect(await all()).toEqual(['Kaunas', 'Kaunatava', 'Kauno gatvė', 'Kaunai'])
    expect(await all({ limit: 3 })).toEqual(['Kaunas', 'Kaunatava', 'Kauno gatvė'])
    expect(await all({ limit: 1 })).toEqual(['Kaunas'])
    // Guesses are no match for what the service finds.
    expect(await all({ text: 'Kauno gatvė' })).toEqual(['Kaunas', 'Kauno gatvė', 'Kaunai'])
  })

  it('have the outline that the service knows', async () => {
    const geojson = { type: 'Polygon', coordinates: [] }
    const sources = placeSources(knows(KAUNAS), knows({ ...OUTSIDE_KAUNAS, geojson }), () => undefined)
    const [first, ...others] = await sources.all.search({ ...asked, boundaries: true }, signal)
    expect(first?.geojson).toEqual(geojson)
    expect(others).toEqual([])
  })

  it('are those of this server where the service fails or knows nothing', async () => {
    const failed = join(knows(KAUNAS, MISTYPED), broken)
    expect(await failed.all()).toEqual(['Kaunas', 'Kannus'])
    expect(failed.failures).toHaveLength(1)
    expect(await join(knows(KAUNAS, MISTYPED), knows()).all()).toEqual(['Kaunas', 'Kannus'])
  })

  it('are those of the service where this server has none, and none where nobody answers', async () => {
    expect(await join(broken, knows(STREET)).all()).toEqual(['Kauno gatvė'])
    expect(await join(broken, broken).all()).toEqual([])
    expect(await join(knows(KAUNAS, MISTYPED)).own()).toEqual(['Kaunas', 'Kannus'])
  })

  it('are not waited for by who has left', async () => {
    const left = AbortSignal.abort()
    const { all } = placeSources(broken, broken, () => undefined)
    await expect(all.search(asked, left)).rejects.toThrow('down')
  })
})
