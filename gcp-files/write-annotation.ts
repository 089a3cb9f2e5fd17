import type { MaskRing, TransformationType } from '../contract/control-points.ts'
import { annotationTransformation } from './annotation-transformation.ts'
import type { GcpFilePoint, GcpFormat } from './gcp-file.ts'
import { writeSvgSelector } from './svg-selector.ts'

/** Media type of annotations, for who asks for JSON as well. */
export const ANNOTATION_MEDIA_TYPE = 'application/ld+json; charset=utf-8'

/** What an annotation holds of control points; it is written from more than points, by `writeAnnotation`. */
export const ANNOTATION_FORMAT: Omit<GcpFormat, 'write'> = {
  extension: 'annotation.json',
  mediaType: ANNOTATION_MEDIA_TYPE,
  isGeographic: true,
  keepsNotes: false,
  keepsFlags: false,
}

export const ANNOTATION_CONTEXT = [
  'http://iiif.io/api/extension/georef/1/context.json',
  'http://iiif.io/api/presentation/3/context.json',
] as const

/** A placed map as an annotation tells of it. */
export interface AnnotatedMap {
  /** Address of the annotation. */
  readonly address?: string
  /** Address of the image service. */
  readonly image: string
  readonly width: number
  readonly height: number
  /** In longitude and latitude; those switched off are left out. */
  readonly points: readonly GcpFilePoint[]
  readonly transformationType: TransformationType
  /** The projection that it was fitted in, as an EPSG code, a PROJ text or a WKT; absent: EPSG:3857. */
  readonly projection?: string
  /** Outlines on the scan, even-odd; none: the whole. */
  readonly mask: readonly MaskRing[]
  /** What the image is part of: a canvas of a manifest. */
  readonly partOf?: readonly object[]
  /** When the map was placed, ISO 8601. */
  readonly created?: string
}

/**
 * A IIIF Georeference Annotation (version 1) of a map. An annotation outlines one part of an image: a map of several
 * parts becomes a page with an annotation for each, with the same points. Holes cannot be said and are left out.
 */
export function georeferenceAnnotation(map: AnnotatedMap): object {
  const parts = partsOf(map.mask)
  const [first = wholeImage(map)] = parts
  if (parts.length <= 1) return { '@context': ANNOTATION_CONTEXT, ...annotation(map, first, map.address) }
  return {
    '@context': ANNOTATION_CONTEXT,
    ...(map.address && { id: map.address }),
    type: 'AnnotationPage',
    items: georeferenceAnnotations(map),
  }
}

/** The annotations alone, one for each part, for a page of them. */
export function georeferenceAnnotations(map: AnnotatedMap): readonly object[] {
  const parts = partsOf(map.mask)
  if (parts.length <= 1) return [annotation(map, parts[0] ?? wholeImage(map), map.address)]
  return parts.map((ring, index) => annotation(map, ring, map.address && `${map.address}#${index + 1}`))
}

/** Writes the annotation of a map as a file. */
export function writeAnnotation(map: AnnotatedMap): string {
  return `${JSON.stringify(georeferenceAnnotation(map), null, 2)}\n`
}

const wholeImage = ({ width, height }: AnnotatedMap): MaskRing => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

function annotation(map: AnnotatedMap, outline: MaskRing, id: string | undefined): object {
  const { image, width, height, partOf, created } = map
  return {
    ...(id && { id }),
    type: 'Annotation',
    ...(created && { created, modified: created }),
    motivation: 'georeferencing',
    target: {
      type: 'SpecificResource',
      source: { id: image, type: 'ImageService3', height, width, ...(partOf && { partOf }) },
      selector: { type: 'SvgSelector', value: writeSvgSelector(outline, width, height) },
    },
    body: {
      type: 'FeatureCollection',
      transformation: annotationTransformation(map.transformationType),
      ...(map.projection !== undefined && { resourceCrs: { definition: map.projection } }),
      features: map.points
        .filter(({ enabled }) => enabled)
        .map(({ image: pixel, ground }) => ({
          type: 'Feature',
          properties: { resourceCoords: pixel },
          geometry: { type: 'Point', coordinates: ground },
        })),
    },
  }
}

/** The rings that are no holes: those whose first corner lies within an even number of the others. */
function partsOf(mask: readonly MaskRing[]): readonly MaskRing[] {
  return mask.filter((ring) => {
    const [corner] = ring
    return corner && mask.filter((other) => other !== ring && isWithin(corner, other)).length % 2 === 0
  })
}

function isWithin([x, y]: readonly [number, number], ring: MaskRing): boolean {
  let isInside = false
  ring.forEach(([fromX, fromY], index) => {
    const [toX, toY] = ring[(index + 1) % ring.length] ?? [fromX, fromY]
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX)
      isInside = !isInside
  })
  return isInside
}
