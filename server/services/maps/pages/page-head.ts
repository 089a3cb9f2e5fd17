import type { PublicMap } from '../../../../contract/api/public-map.ts'
import { LICENCES } from '../../../../contract/rights.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { longitudesOf } from '../../../../contract/worlds.ts'

/** The languages of the interface. */
export const PAGE_LANGUAGES = ['en', 'lt'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** What the head of a page says in its reader's language. */
export interface HeadTexts {
  /** Ends a description that the map's owner has not written. */
  readonly about: string
  readonly missingTitle: string
  readonly missingText: string
  /** Ends the description of a catalog. */
  readonly catalogAbout: string
  readonly missingCatalogTitle: string
  readonly missingCatalogText: string
  readonly home: string
  /** Of the page of all public maps. */
  readonly exploreTitle: string
  readonly exploreAbout: string
}

export interface PageFrame {
  /** Origin of the instance, without a slash at its end. */
  readonly origin: string
  readonly language: PageLanguage
  readonly texts: HeadTexts
  readonly picture: { readonly width: number; readonly height: number }
}

const DESCRIPTION_MAX = 200
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const LOCALES: Record<PageLanguage, string> = { en: 'en_GB', lt: 'lt_LT' }

/** A text as it may stand in an element or in the quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')

/** JSON that cannot end the element that it stands in. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** One line, cut between words. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_MAX) return line
  return `${line
    .slice(0, DESCRIPTION_MAX)
    .replace(/\s+\S*$/, '')
    .replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Title and year, as the tab and links to the page name it. */
export function nameOf({ title, years }: Pick<PublicMap, 'title' | 'years'>): string {
  const made = years.date?.text ?? years.year
  return made === null ? title : `${title} (${made})`
}

function descriptionOf(map: PublicMap, { texts }: PageFrame): string {
  const facts = [nameOf(map), map.creator].filter(Boolean).join(', ')
  return shortened(map.description ?? `${facts}. ${texts.about}`)
}

/** Address of a map's page, the same in every language. */
export const pageAddress = (origin: string, id: string): string => `${origin}/m/${encodeURIComponent(id)}`

/** Address of a map's page by its unlisted link. */
const linkAddress = (origin: string, token: string): string => `${origin}/l/${encodeURIComponent(token)}`

/**
 * The elements of the head of a map's page: title, description, canonical address, Open Graph, schema.org.
 *
 * @param token of the unlisted link that it is opened by; then it is not to be indexed
 */
export function pageHead(map: PublicMap, frame: PageFrame, token?: string): string {
  const { origin, language, picture } = frame
  const isLinked = token !== undefined
  const address = isLinked ? linkAddress(origin, token) : pageAddress(origin, map.id)
  const [name, description] = [nameOf(map), descriptionOf(map, frame)]
  const hasPicture = map.overlay !== null || map.basePath !== null
  const image = `${address}/picture.jpg${map.overlay ? `?v=${map.overlay.n}` : ''}`
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
  return [
    `<title>${escapeHtml(name)} · Palimpsest</title>`,
    meta('name', 'description', description),
    ...(isLinked ? [meta('name', 'robots', 'noindex')] : addressLinks(address)),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Palimpsest'),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', LOCALES[language]),
    ...PAGE_LANGUAGES.filter((other) => other !== language).map((other) =>
      meta('property', 'og:locale:alternate', LOCALES[other]),
    ),
    ...(hasPicture
      ? [
          meta('property', 'og:image', image),
          meta('property', 'og:image:alt', name),
          ...(map.overlay
            ? [
                meta('property', 'og:image:width', String(picture.width)),
                meta('property', 'og:image:height', String(picture.height)),
              ]
            : []),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : []),
    // It is written for machines, which are not to know of an unlisted map.
    ...(isLinked
      ? []
      : [
          `<script type="application/ld+json">${scriptJson(linkedData(map, { address, description, image, origin, hasPicture }))}</script>`,
        ]),
  ].join('\n    ')
}

/** Which address counts, and those of the page in other languages. */
const addressLinks = (address: string): string[] => [
  `<link rel="canonical" href="${escapeHtml(address)}" />`,
  ...PAGE_LANGUAGES.map(
    (other) =>
      `<link rel="alternate" hreflang="${other}" href="${escapeHtml(`${address}?lang=${other}`)}" />`,
  ),
  `<link rel="alternate" hreflang="x-default" href="${escapeHtml(address)}" />`,
]

interface Described {
  readonly address: string
  readonly description: string
  readonly image: string
  readonly origin: string
  readonly hasPicture: boolean
}

/** Years as ISO 8601 has them: the year 0 is 1 BC, which maps write as −1; four digits, a sign before our era. */
function isoYear(year: number): string {
  if (year > 0) return String(year).padStart(4, '0')
  const astronomical = year === 0 ? 0 : year + 1
  return astronomical === 0 ? '0000' : `-${String(-astronomical).padStart(4, '0')}`
}

/** The map in the words of schema.org. */
function linkedData(map: PublicMap, { address, description, image, origin, hasPicture }: Described): unknown {
  const { years, overlay, licence } = map
  const { startYear, endYear } = years.period
  const otherNames = [map.modernTitle, map.alternativeTitle].filter((name) => name !== null)
  const part = (condition: unknown, value: object): object => (condition ? value : {})
  return {
    '@context': 'https://schema.org',
    '@type': 'Map',
    '@id': address,
    url: address,
    name: map.title,
    description,
    ...part(otherNames.length, { alternateName: otherNames }),
    ...part(hasPicture, { image }),
    ...part(years.year !== null, { dateCreated: isoYear(years.year ?? 0) }),
    ...part(startYear !== null || endYear !== null, {
      temporalCoverage: `${startYear === null ? '..' : isoYear(startYear)}/${endYear === null ? '..' : isoYear(endYear)}`,
    }),
    datePublished: map.uploadDate,
    ...part(map.creator, { creator: { '@type': 'Person', name: map.creator } }),
    ...part(map.publisher, { publisher: { '@type': 'Organization', name: map.publisher } }),
    ...part(overlay?.placedBy, { contributor: { '@type': 'Person', name: overlay?.placedBy } }),
    ...part(licence, { license: licence && LICENCES[licence] }),
    ...part(map.attribution, { creditText: map.attribution }),
    isAccessibleForFree: true,
    ...(overlay && {
      spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: geoBox(overlay.corners) } },
      encoding: {
        '@type': 'MediaObject',
        contentUrl: `${origin}/api/${overlay.path}`,
        encodingFormat: 'image/tiff; application=geotiff; profile=cloud-optimized',
        contentSize: String(overlay.bytes),
      },
    }),
  }
}

/** South-west and north-east corner, latitude first, in degrees. */
function geoBox(corners: NonNullable<PublicMap['overlay']>['corners']): string {
  const [west, east] = longitudesOf(corners)
  const degrees = [lonLatOf([0, corners.minY])[1], west, lonLatOf([0, corners.maxY])[1], east]
  return degrees.map((value) => value.toFixed(6)).join(' ')
}

/** The elements of the head of the page of all public maps, whatever of them its address shows. */
export function exploreHead({ origin, language, texts }: PageFrame): string {
  const [title, about] = [escapeHtml(texts.exploreTitle), escapeHtml(texts.exploreAbout)]
  const address = `${origin}/explore`
  return [
    `<title>${title} · Palimpsest</title>`,
    `<meta name="description" content="${about}" />`,
    ...addressLinks(address),
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Palimpsest" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${about}" />`,
    `<meta property="og:url" content="${escapeHtml(address)}" />`,
    `<meta property="og:locale" content="${LOCALES[language]}" />`,
  ].join('\n    ')
}

/** What that page says where no scripts run. */
export const exploreBody = ({ texts }: PageFrame): string =>
  `<noscript><main><h1>${escapeHtml(texts.exploreTitle)}</h1><p>${escapeHtml(texts.exploreAbout)}</p></main></noscript>`

/** What stands on a map's page until the client has drawn it, and where no scripts run. */
export function plainBody(map: PublicMap, { origin }: PageFrame): string {
  const file = map.overlay
    ? `<p><a href="${escapeHtml(`${origin}/api/${map.overlay.path}`)}">GeoTIFF</a></p>`
    : ''
  const text = map.description ? `<p>${escapeHtml(map.description)}</p>` : ''
  return `<noscript><main><h1>${escapeHtml(nameOf(map))}</h1>${text}${file}</main></noscript>`
}

const missingTexts = ({ texts }: PageFrame, what: 'map' | 'catalog') =>
  what === 'map'
    ? { title: texts.missingTitle, text: texts.missingText }
    : { title: texts.missingCatalogTitle, text: texts.missingCatalogText }

/** The head of a page that leads to nothing. */
export function missingHead(frame: PageFrame, what: 'map' | 'catalog'): string {
  const { title } = missingTexts(frame, what)
  return `<title>${escapeHtml(title)} · Palimpsest</title>\n    <meta name="robots" content="noindex" />`
}

/** What that page says, with scripts and without; `data-missing` spares the client asking. */
export function missingBody(frame: PageFrame, what: 'map' | 'catalog'): string {
  const { title, text } = missingTexts(frame, what)
  return `<main data-missing><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a href="/">${escapeHtml(frame.texts.home)}</a></p></main>`
}
