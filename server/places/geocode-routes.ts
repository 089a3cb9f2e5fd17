import { geocode } from '../../contract/api/places.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { addCall } from '../routes/add-call.ts'
import { callerLeft } from '../routes/caller.ts'
import type { Gazetteer } from './embedded-gazetteer.ts'
import { placeSources } from './geocoder.ts'
import { onlineGeocoder } from './online-geocoder.ts'

export interface GeocodeDeps {
  /** The embedded one. */
  readonly gazetteer: Gazetteer
  /** `GEOCODER_URL`: a Nominatim- or Photon-compatible search; without it the embedded gazetteer alone. */
  readonly geocoderUrl: string | undefined
}

/** `GET /geocode`: Nominatim's words; a source that fails is passed over, and nothing found is an empty list. */
export function addGeocodeRoutes(app: ApiServer, { gazetteer: embedded, geocoderUrl }: GeocodeDeps): void {
  const outside = geocoderUrl ? onlineGeocoder({ url: geocoderUrl, userAgent: 'Palimpsest/0.1' }) : undefined
  const sources = placeSources(embedded, outside, (error) =>
    app.log.warn({ err: error }, 'a geocoder failed'),
  )
  addCall(app, geocode, async ({ query, reply }) => {
    const text = query.q.trim()
    if (text === '') {
      // A search box was opened: what the first search of an instance waits for begins now.
      embedded
        .prepare()
        .catch((error: unknown) => app.log.warn({ err: error }, 'the gazetteer cannot be filled'))
      return []
    }
    return sources[query.own ? 'own' : 'all'].search(
      {
        text,
        limit: query.limit,
        boundaries: query.polygon_geojson ?? false,
        countries: codesOf(query.countrycodes),
        viewbox: boxOf(query.viewbox),
        bounded: query.bounded === '1',
        language: languageOf(query['accept-language']),
      },
      callerLeft(reply),
    )
  })
}

const codesOf = (text: string | undefined) =>
  (text ?? '')
    .toUpperCase()
    .split(',')
    .map((code) => code.trim())
    .filter((code) => /^[A-Z]{2}$/.test(code))

/** Nominatim's viewbox is any two corners, longitude first; nonsense is no viewbox. */
function boxOf(text: string | undefined): [number, number, number, number] | undefined {
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = (text ?? '').split(',').map(Number)
  const box: [number, number, number, number] = [
    Math.min(x1, x2),
    Math.min(y1, y2),
    Math.max(x1, x2),
    Math.max(y1, y2),
  ]
  return text && box.every(Number.isFinite) ? box : undefined
}

const languageOf = (text: string | undefined) => /^[a-z]{2}/i.exec(text ?? '')?.[0].toLowerCase() ?? 'en'
