/**
 * The words every room uses for control points. A ground control point (GCP) pairs an image point with a map point.
 */

declare const imagePointBrand: unique symbol
declare const mapPointBrand: unique symbol

/** A position on the scan in pixels: origin at the outer top-left corner of the top-left pixel, y down. */
export type ImagePoint = readonly [x: number, y: number] & { readonly [imagePointBrand]?: 'image' }

/** A position on the Earth in EPSG:3857 metres: x east, y north. */
export type MapPoint = readonly [x: number, y: number] & { readonly [mapPointBrand]?: 'map' }

/** Which name on the scan has proposed a point. */
export interface PointOrigin {
  /** The word as it was read. */
  readonly read: string
  /** Name of the place that it was taken for. */
  readonly name: string
}

/** One ground control point of a document. */
export interface ControlPoint {
  /** Stable identity within the document, never shown. */
  readonly id: string
  readonly image: ImagePoint
  readonly map: MapPoint
  /** False: stays in the document and is shown hollow, but left out of the fit. */
  readonly enabled: boolean
  readonly note?: string
  /** It was proposed and accepted, wherever it has been moved since; absent: it was placed by hand or comes from a file. */
  readonly proposed?: PointOrigin
}

/**
 * How a whole sheet lies on the map as a hand has laid it: shifted, turned and scaled, nothing else. It is no control
 * point; it holds the overlay until enough control points do.
 */
export interface SheetPlacement {
  /** Where the middle of the scan lies. */
  readonly centre: MapPoint
  /** EPSG:3857 metres a px of the scan. */
  readonly metresPerPx: number
  /** How far the scan is turned from north up, degrees clockwise. */
  readonly turnDegrees: number
}

/** The transformations that a map can be fitted with; all are fitted map → image. */
export const TRANSFORMATION_TYPES = [
  'TPS',
  'Affine',
  'Helmert',
  'Polynomial2',
  'Polynomial3',
  'Projective',
] as const
export type TransformationType = (typeof TRANSFORMATION_TYPES)[number]

/** Fewest enabled, distinct control points that each transformation can be fitted to. */
export const MIN_POINTS: Record<TransformationType, number> = {
  TPS: 3,
  Affine: 3,
  Helmert: 3,
  Polynomial2: 6,
  Polynomial3: 10,
  Projective: 4,
}

/** Below this many points an error judged by the other points says little. */
export const MEANINGFUL_POINTS = 6

/** A closed polygon ring on the scan: image points, the first not repeated at the end. */
export type MaskRing = readonly ImagePoint[]
