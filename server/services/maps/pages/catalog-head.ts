import type { LinkedCatalog } from '../../../../contract/api/linked-catalog.ts'
import {
  escapeHtml,
  LOCALES,
  nameOf,
  PAGE_LANGUAGES,
  pageAddress,
  type PageFrame,
  scriptJson,
  shortened,
} from './page-head.ts'

/** More of them would make the head of a long catalog heavier than the rest of the page. */
const NAMED_IN_HEAD = 50

/** The elements of the head of a catalog's page: title, description, Open Graph, schema.org; it is not to be indexed. */
export function catalogHead(catalog: LinkedCatalog, token: string, frame: PageFrame): string {
  const { origin, language, texts } = frame
  const address = `${origin}/c/${encodeURIComponent(token)}`
  const names = catalog.maps.map(nameOf).join('; ')
  const description = shortened(names === '' ? texts.catalogAbout : `${names}. ${texts.catalogAbout}`)
  const pictured = catalog.maps.find(({ corners, basePath }) => corners !== null || basePath !== null)
  const image = pictured && `${pageAddress(origin, pictured.id)}/picture.jpg`
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
  const linkedData = {
    '@context': 'https://schema.org',
    '@type': 'Collection',
    '@id': address,
    url: address,
    name: catalog.title,
    description,
    creator: { '@type': 'Person', name: catalog.ownerName },
    collectionSize: catalog.mapCount,
    ...(image && { image }),
    hasPart: catalog.maps
      .slice(0, NAMED_IN_HEAD)
      .map((map) => ({ '@type': 'Map', '@id': pageAddress(origin, map.id), name: map.title })),
  }
  return [
    `<title>${escapeHtml(catalog.title)} · Palimpsest</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', 'noindex'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Palimpsest'),
    meta('property', 'og:title', catalog.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', LOCALES[language]),
    ...PAGE_LANGUAGES.filter((other) => other !== language).map((other) =>
      meta('property', 'og:locale:alternate', LOCALES[other]),
    ),
    ...(image
      ? [
          meta('property', 'og:image', image),
          meta('property', 'og:image:alt', catalog.title),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : []),
    `<script type="application/ld+json">${scriptJson(linkedData)}</script>`,
  ].join('\n    ')
}

/** What stands on a catalog's page where no scripts run. */
export function catalogBody(catalog: LinkedCatalog, { origin }: PageFrame): string {
  const maps = catalog.maps.map(
    (map) => `<li><a href="${escapeHtml(pageAddress(origin, map.id))}">${escapeHtml(nameOf(map))}</a></li>`,
  )
  return `<noscript><main><h1>${escapeHtml(catalog.title)}</h1><ul>${maps.join('')}</ul></main></noscript>`
}
