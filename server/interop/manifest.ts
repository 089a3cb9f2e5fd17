import type { Licence } from '../../contract/rights.ts'
import { georeferenceAnnotations, type AnnotatedMap } from '../../gcp-files/write-annotation.ts'
import type { InteropAddresses } from './addresses.ts'
import { rightsOf } from './image-info.ts'

const PRESENTATION_CONTEXT = 'http://iiif.io/api/presentation/3/context.json'
/** Side of the box that a thumbnail fits in, px. */
const THUMBNAIL_SIDE = 300

/** Names of what a manifest tells of a map. */
export const MANIFEST_WORDS = [
  'modernTitle',
  'alternativeTitle',
  'sheetNumber',
  'year',
  'period',
  'scale',
  'creator',
  'publisher',
  'institution',
  'shelfmark',
  'catalogueUrl',
  'rights',
  'cog',
  'page',
] as const
export type ManifestWord = (typeof MANIFEST_WORDS)[number]

/** The words in each language of the product. */
export type ManifestWords = Readonly<Record<string, Readonly<Record<ManifestWord, string>>>>

/** A map as a manifest tells of it. */
export interface ManifestMap {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly licence: Licence | null
  readonly attribution: string | null
  readonly width: number
  readonly height: number
  /** What is known of it, in the order to be shown. */
  readonly facts: readonly (readonly [ManifestWord, string])[]
  /** Path of its overlay relative to `/api/`; null: it has none. */
  readonly overlayPath: string | null
  /** Anyone may see it. */
  readonly isPublic: boolean
}

interface Frame {
  readonly addresses: InteropAddresses
  readonly words: ManifestWords
}

/** A word of ours in every language. */
function inAll(words: ManifestWords, word: ManifestWord): Record<string, string[]> {
  return Object.fromEntries(Object.entries(words).map(([language, texts]) => [language, [texts[word]]]))
}

/** Text of the map's own, of a language that nobody has named. */
const asItIs = (text: string) => ({ none: [text] })

/** What belongs to a manifest and to a canvas alike. */
function descriptive(map: ManifestMap, { addresses, words }: Frame): object {
  const rights = rightsOf(map.licence)
  const { facts, attribution, overlayPath } = map
  return {
    label: asItIs(map.title),
    ...(map.description && { summary: asItIs(map.description) }),
    ...(facts.length > 0 && {
      metadata: facts.map(([word, value]) => ({ label: inAll(words, word), value: asItIs(value) })),
    }),
    ...(rights && { rights }),
    ...(attribution && {
      requiredStatement: { label: inAll(words, 'rights'), value: asItIs(attribution) },
    }),
    thumbnail: [thumbnail(map, addresses)],
    ...(map.isPublic && {
      homepage: [
        { id: addresses.page(map.id), type: 'Text', label: inAll(words, 'page'), format: 'text/html' },
      ],
    }),
    ...(overlayPath && {
      rendering: [
        {
          id: addresses.file(overlayPath),
          type: 'Image',
          label: inAll(words, 'cog'),
          format: 'image/tiff',
        },
      ],
    }),
  }
}

const imageService = (map: ManifestMap, addresses: InteropAddresses) => ({
  id: addresses.image(map.id),
  type: 'ImageService3',
  profile: 'level2',
})

function thumbnail(map: ManifestMap, addresses: InteropAddresses): object {
  const factor = Math.min(1, THUMBNAIL_SIDE / Math.max(map.width, map.height))
  const [width, height] = [map.width, map.height].map((side) => Math.max(1, Math.round(side * factor)))
  return {
    id: `${addresses.image(map.id)}/full/!${THUMBNAIL_SIDE},${THUMBNAIL_SIDE}/0/default.jpg`,
    type: 'Image',
    format: 'image/jpeg',
    width,
    height,
    service: [imageService(map, addresses)],
  }
}

/** @param annotations pages of annotations, whole or by their address */
function canvas(map: ManifestMap, frame: Frame, annotations: readonly object[]): object {
  const { addresses } = frame
  const { width, height } = map
  const id = addresses.canvas(map.id)
  return {
    id,
    type: 'Canvas',
    ...descriptive(map, frame),
    width,
    height,
    items: [
      {
        id: `${id}/page`,
        type: 'AnnotationPage',
        items: [
          {
            id: `${id}/painting`,
            type: 'Annotation',
            motivation: 'painting',
            target: id,
            body: {
              id: `${addresses.image(map.id)}/full/max/0/default.jpg`,
              type: 'Image',
              format: 'image/jpeg',
              width,
              height,
              service: [imageService(map, addresses)],
            },
          },
        ],
      },
    ],
    ...(annotations.length > 0 && { annotations }),
  }
}

/** Georeference Annotations of the maps of a scan as a page. */
export function annotationPage(maps: readonly AnnotatedMap[], address: string): object {
  return { id: address, type: 'AnnotationPage', items: maps.flatMap((map) => georeferenceAnnotations(map)) }
}

/** What else is known of a map than what is shown of every one. */
export interface ManifestParts {
  /** The map and others of its scan, as far as they are placed. */
  readonly annotated: readonly AnnotatedMap[]
  /** Whether words on its scan are known; they are linked, as there may be thousands. */
  readonly hasWords: boolean
}

/** The manifest of one map, with its annotations, and a search among its words. */
export function mapManifest(map: ManifestMap, { annotated, hasWords }: ManifestParts, frame: Frame): object {
  const { addresses } = frame
  const pages = [
    ...(annotated.length > 0 ? [annotationPage(annotated, addresses.annotationPage(map.id))] : []),
    ...(hasWords ? [{ id: addresses.words(map.id), type: 'AnnotationPage' }] : []),
  ]
  return {
    '@context': ['http://iiif.io/api/extension/georef/1/context.json', PRESENTATION_CONTEXT],
    id: addresses.manifest(map.id),
    type: 'Manifest',
    ...descriptive(map, frame),
    ...(hasWords && { service: [{ id: addresses.wordSearch(map.id), type: 'SearchService2' }] }),
    items: [canvas(map, frame, pages)],
  }
}

export interface ManifestCatalog {
  readonly id: string
  readonly title: string
  /** Address of this manifest, with what opened it. */
  readonly address: string
  readonly maps: readonly ManifestMap[]
}

/** The manifest of a catalog: a canvas for each map; annotations are linked, not included, or it would be megabytes. */
export function catalogManifest(catalog: ManifestCatalog, frame: Frame): object {
  const { addresses } = frame
  const [first] = catalog.maps
  return {
    '@context': PRESENTATION_CONTEXT,
    id: catalog.address,
    type: 'Manifest',
    label: asItIs(catalog.title),
    ...(first && { thumbnail: [thumbnail(first, addresses)] }),
    items: catalog.maps.map((map) =>
      canvas(
        map,
        frame,
        map.overlayPath ? [{ id: addresses.annotationPage(map.id), type: 'AnnotationPage' }] : [],
      ),
    ),
  }
}
