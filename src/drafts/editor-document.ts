import { MIN_CONTROL_POINTS } from '../../contract/constants.ts'
import type {
  ControlPoint,
  ImagePoint,
  MapPoint,
  MaskRing,
  SheetPlacement,
  TransformationType,
} from '../../contract/control-points.ts'
import { sameOrigin } from '../../contract/rules/point-origin.ts'
import { runOn } from '../../gcp-files/run-on.ts'

/** All that the editor changes of a map; immutable. A point's number is its index in the list, plus one. */
export interface EditorDocument {
  readonly points: readonly ControlPoint[]
  readonly transformationType: TransformationType
  /** The projection that the map is drawn in and fitted in, as a text; none: EPSG:3857. */
  readonly projection?: string | undefined
  /** Rings on the scan that the published map is clipped to; none: the whole scan. */
  readonly mask: readonly MaskRing[]
  /** How the sheet was laid on the map by hand: it lies so until enough points say how. */
  readonly laid?: SheetPlacement | undefined
}

export const EMPTY_DOCUMENT: EditorDocument = { points: [], transformationType: 'TPS', mask: [] }

/** A pair without identity, as it is placed or imported. */
export type NewPoint = Omit<ControlPoint, 'id'>

let created = 0

/** An identity that no point of this or an earlier session has. */
export function newPointId(): string {
  created += 1
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${created}`
}

/**
 * Appends a pair; it is switched on. Map points on either side of the date line belong together: the first one's world
 * leads, and the eastings of the others run on from it.
 */
export function addPoint(
  document: EditorDocument,
  id: string,
  image: ImagePoint,
  map: MapPoint,
): EditorDocument {
  return { ...document, points: runOn([...document.points, { id, image, map, enabled: true }]) }
}

/** Replaces fields of one point. The same document comes back when there is no such point or nothing changes. */
function changePoint(document: EditorDocument, id: string, change: Partial<ControlPoint>): EditorDocument {
  const old = document.points.find((point) => point.id === id)
  if (!old || !differs(old, { ...old, ...change })) return document
  const points = document.points.map((point) =>
    point.id === id ? withoutEmptyNote({ ...point, ...change }) : point,
  )
  return { ...document, points: change.map ? runOn(points) : points }
}

function differs(a: ControlPoint, b: ControlPoint): boolean {
  return !samePoint(a, b) || (a.note ?? '') !== (b.note ?? '')
}

function withoutEmptyNote({ note, ...point }: ControlPoint): ControlPoint {
  return note ? { ...point, note } : point
}

export function moveImagePoint(document: EditorDocument, id: string, image: ImagePoint): EditorDocument {
  return changePoint(document, id, { image })
}

export function moveMapPoint(document: EditorDocument, id: string, map: MapPoint): EditorDocument {
  return changePoint(document, id, { map })
}

export function setEnabled(document: EditorDocument, id: string, enabled: boolean): EditorDocument {
  return changePoint(document, id, { enabled })
}

export function setNote(document: EditorDocument, id: string, note: string): EditorDocument {
  return changePoint(document, id, { note: note.trim() })
}

/** Deletes the pair: image point and map point together. */
export function removePoint(document: EditorDocument, id: string): EditorDocument {
  const points = document.points.filter((point) => point.id !== id)
  return points.length === document.points.length ? document : { ...document, points }
}

export function setTransformationType(document: EditorDocument, type: TransformationType): EditorDocument {
  return type === document.transformationType ? document : { ...document, transformationType: type }
}

/** Fitted in the plane of another projection; undefined: EPSG:3857. */
export function setProjection(document: EditorDocument, projection: string | undefined): EditorDocument {
  if (projection === document.projection) return document
  const { projection: _, ...rest } = document
  return projection === undefined ? rest : { ...rest, projection }
}

/** With another crop mask; the same document where it is the same one. */
export function setMask(document: EditorDocument, mask: readonly MaskRing[]): EditorDocument {
  return mask === document.mask ? document : { ...document, mask }
}

/** With the sheet laid on the map by hand. */
export function laySheet(document: EditorDocument, laid: SheetPlacement): EditorDocument {
  return samePlacement(document.laid, laid) ? document : { ...document, laid }
}

/** Puts imported pairs in the place of all points, or after them. */
export function importPoints(
  document: EditorDocument,
  imported: readonly NewPoint[],
  mode: 'replace' | 'append',
): EditorDocument {
  const points = imported.map((point) => ({ ...point, id: newPointId() }))
  if (mode === 'append') return { ...document, points: runOn([...document.points, ...points]) }
  const { laid: _laid, ...rest } = document
  return { ...rest, points: runOn(points) }
}

/**
 * Appends proposed points under the identities that they have been given, in one step; those that are in the document
 * already stay as they are. The same document comes back when none is new.
 */
export function acceptPoints(
  document: EditorDocument,
  proposed: readonly Omit<ControlPoint, 'enabled'>[],
): EditorDocument {
  const known = new Set(document.points.map(({ id }) => id))
  const added = proposed.filter(({ id }) => !known.has(id)).map((point) => ({ ...point, enabled: true }))
  return added.length === 0 ? document : { ...document, points: runOn([...document.points, ...added]) }
}

/** What a file tells of a placement beside its points. */
export interface ImportedPlacement {
  /** Null: it names none. */
  readonly transformationType: TransformationType | null
  readonly mask: readonly MaskRing[]
  /** Absent: it names none. */
  readonly projection?: string | undefined
}

/** Takes over the transformation, the projection and the crop of a file; without a crop in the file the whole scan counts. */
export function importPlacement(
  document: EditorDocument,
  { transformationType, mask, projection }: ImportedPlacement,
): EditorDocument {
  const type = transformationType ?? document.transformationType
  return { ...setProjection(document, projection), transformationType: type, mask }
}

/** The points that are fitted. */
export function enabledPoints(document: EditorDocument): readonly ControlPoint[] {
  return document.points.filter(({ enabled }) => enabled)
}

/** The number shown for a point (1 for the first), or 0 when there is no such point. */
export function pointNumber(document: EditorDocument, id: string): number {
  return document.points.findIndex((point) => point.id === id) + 1
}

/** Equal pairs and switches; identities, notes and origins do not count. */
export function samePoint(a: ControlPoint, b: ControlPoint): boolean {
  return (
    a.image[0] === b.image[0] &&
    a.image[1] === b.image[1] &&
    a.map[0] === b.map[0] &&
    a.map[1] === b.map[1] &&
    a.enabled === b.enabled
  )
}

/**
 * Whether two documents give the same warp: equal pairs in equal order, equal switches, type, projection and mask.
 * Identities, notes and origins do not count.
 */
export function sameWarp(a: EditorDocument, b: EditorDocument): boolean {
  return (
    a.transformationType === b.transformationType &&
    a.projection === b.projection &&
    a.points.length === b.points.length &&
    a.points.every((point, index) => {
      const other = b.points[index]
      return other !== undefined && samePoint(point, other)
    }) &&
    JSON.stringify(a.mask) === JSON.stringify(b.mask)
  )
}

function samePlacement(a: SheetPlacement | undefined, b: SheetPlacement | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.centre[0] === b.centre[0] &&
    a.centre[1] === b.centre[1] &&
    a.metresPerPx === b.metresPerPx &&
    a.turnDegrees === b.turnDegrees
  )
}

/** Where points hold the sheet, how it was laid before is nothing that could be lost. */
export const sameLaid = (a: EditorDocument, b: EditorDocument): boolean =>
  samePlacement(a.laid, b.laid) ||
  [a, b].every((document) => enabledPoints(document).length >= MIN_CONTROL_POINTS)

/** As `sameWarp`, and notes, origins and the laid sheet as well: nothing would be lost if one stood for the other. */
export function sameContent(a: EditorDocument, b: EditorDocument): boolean {
  return (
    sameWarp(a, b) &&
    sameLaid(a, b) &&
    a.points.every(
      (point, index) =>
        (point.note ?? '') === (b.points[index]?.note ?? '') &&
        sameOrigin(point.proposed, b.points[index]?.proposed),
    )
  )
}
