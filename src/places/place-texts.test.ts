import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const textsOf = (language: string, namespace: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${namespace}.json`, import.meta.url), 'utf8'))

it.each(['en', 'lt'])(
  'has the texts of search and device position by the keys of the catalogue: %s',
  (language) => {
    expect(textsOf(language, 'places')).toMatchObject({
      search: { noResults: expect.stringMatching(/./), searching: expect.stringMatching(/./) },
      maps: {
        mapInstanceNotAvailable: expect.stringMatching(/./),
        geolocationNotSupported: expect.stringMatching(/./),
        unableToRetrieveLocation: expect.stringMatching(/./),
      },
    })
    expect(textsOf(language, 'editor')).toMatchObject({
      mapList: { couldNotReadMapData: expect.stringMatching(/./) },
    })
  },
)
