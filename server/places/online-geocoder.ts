import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Place } from '../../contract/api/places.ts'
import type { Geocoder, PlaceSearch } from './geocoder.ts'

export interface OnlineGeocoderOptions {
  /** Address of the search: Nominatim's ends in `/search`, Photon's in `/api`. No other host is ever asked. */
  readonly url: string
  /** Who asks, as Nominatim's policy wants it. */
  readonly userAgent: string
  readonly fetch?: typeof fetch
  /** Milliseconds between two questions. */
  readonly spacingMs?: number
}

const TIMEOUT_MS = 5_000
const MAX_REPLY_BYTES = 4_000_000
const CACHED_REPLIES = 500
const CACHE_MS = 24 * 3600 * 1000

/** With more questions waiting than this, the next is answered by another source. */
const MAX_WAITING = 3

/**
 * A Nominatim- or Photon-compatible service, asked through this server: one fixed host, no redirects, one question a
 * second, answers cached for a day.
 */
export function onlineGeocoder(options: OnlineGeocoderOptions): Geocoder {
  const { url, userAgent, spacingMs = 1_000 } = options
  const ask = options.fetch ?? fetch
  const isPhoton = new URL(url).pathname.replace(/\/$/, '').endsWith('/api')
  const cache = new Map<string, { until: number; places: Place[] }>()
  let nextAt = 0
  let waiting = 0

  /** Waits for this question's turn. */
  async function turn(signal: AbortSignal): Promise<void> {
    if (waiting >= MAX_WAITING) throw new Error('too many questions are waiting for the geocoder')
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + spacingMs
    waiting++
    try {
      await pause(at - now, undefined, { signal })
    } finally {
      waiting--
    }
  }

  return {
    async search(asked, signal) {
      const address = isPhoton ? photonAddress(url, asked) : nominatimAddress(url, asked)
      const known = cache.get(address)
      if (known && known.until > Date.now()) return known.places
      await turn(signal)
      const response = await ask(address, {
        redirect: 'error',
        headers: { accept: 'application/json', 'user-agent': userAgent },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (!response.ok) throw new Error(`the geocoder answered ${response.status}`)
      const json: unknown = JSON.parse(await boundedText(response))
      const places = (isPhoton ? photonReply.parse(json) : nominatimReply.parse(json)).slice(0, asked.limit)
      cache.delete(address)
      cache.set(address, { until: Date.now() + CACHE_MS, places })
      const oldest = cache.keys().next()
      if (cache.size > CACHED_REPLIES && !oldest.done) cache.delete(oldest.value)
      return places
    },
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (!response.body) return ''
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > MAX_REPLY_BYTES) throw new Error(`the geocoder answered more than ${MAX_REPLY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function nominatimAddress(url: string, asked: PlaceSearch): string {
  const address = new URL(url)
  const set = (name: string, value: string) => address.searchParams.set(name, value)
  set('q', asked.text)
  set('format', 'jsonv2')
  set('limit', String(asked.limit))
  set('addressdetails', '1')
  set('extratags', '1')
  set('accept-language', asked.language)
  if (asked.boundaries) set('polygon_geojson', '1')
  if (asked.countries.length > 0) set('countrycodes', asked.countries.join(',').toLowerCase())
  if (asked.viewbox) set('viewbox', asked.viewbox.join(','))
  if (asked.viewbox && asked.bounded) set('bounded', '1')
  return address.href
}

function photonAddress(url: string, asked: PlaceSearch): string {
  const address = new URL(url)
  address.searchParams.set('q', asked.text)
  address.searchParams.set('limit', String(asked.limit))
  // Photon knows few languages and refuses others.
  address.searchParams.set('lang', ['en', 'de', 'fr'].includes(asked.language) ? asked.language : 'default')
  if (asked.viewbox && asked.bounded) address.searchParams.set('bbox', asked.viewbox.join(','))
  return address.href
}

const degreesText = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = Number(value)
  if (Number.isFinite(number) && Math.abs(number) <= 540) return String(value)
  context.addIssue({ code: 'custom', message: 'expected degrees' })
  return z.NEVER
})
const position = z.array(z.number()).min(2).max(3)
const geometry = z.union([
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position))) }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position)) }),
])

/** A point has no boundary to show, so any other geometry is left out rather than refused. */
const optionalGeometry = z.unknown().transform((value) => geometry.safeParse(value).data)

const nominatimReply = z
  .array(
    z.object({
      display_name: z.string().max(1_000),
      lat: degreesText,
      lon: degreesText,
      boundingbox: z.tuple([degreesText, degreesText, degreesText, degreesText]),
      geojson: optionalGeometry,
      type: z.string().catch('place'),
      category: z.string().optional(),
      class: z.string().optional(),
      osm_type: z.string().nullish(),
      importance: z.number().catch(0),
    }),
  )
  .transform((found) =>
    found.map(
      ({
        display_name,
        lat,
        lon,
        boundingbox,
        geojson,
        type,
        category,
        class: kind,
        osm_type,
        importance,
      }): Place => ({
        display_name,
        lat,
        lon,
        boundingbox,
        ...(geojson && { geojson }),
        place_type: type,
        osm_type: osm_type ?? null,
        importance,
        class: kind ?? category ?? 'place',
      }),
    ),
  )

const photonReply = z
  .object({
    features: z.array(
      z.object({
        geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
        properties: z.object({
          name: z.string().max(500).optional(),
          street: z.string().optional(),
          city: z.string().optional(),
          state: z.string().optional(),
          country: z.string().optional(),
          extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
          osm_type: z.string().optional(),
          osm_key: z.string().catch('place'),
          type: z.string().catch('place'),
        }),
      }),
    ),
  })
  .transform(({ features }) =>
    features.map(({ geometry: { coordinates }, properties }, rank): Place => {
      const [lon, lat] = coordinates
      const { name, street, city, state, country, extent } = properties
      // Photon's extent is west, north, east, south.
      const [west, north, east, south] = extent ?? [lon - 0.02, lat + 0.02, lon + 0.02, lat - 0.02]
      const parts = [name, street, city, state, country].filter((part) => part !== undefined)
      return {
        display_name: [...new Set(parts)].join(', '),
        lat: String(lat),
        lon: String(lon),
        boundingbox: [String(south), String(north), String(west), String(east)],
        place_type: properties.type,
        osm_type: properties.osm_type ?? null,
        importance: Math.max(0, 0.8 - rank / 20),
        class: properties.osm_key,
      }
    }),
  )
