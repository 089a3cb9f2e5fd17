import { z } from 'zod'
import {
  MAX_CONTROL_POINTS,
  MAX_MASK_CORNERS,
  MAX_MASK_RINGS,
  MAX_NOTES_LENGTH,
  MAX_ORIGIN_LENGTH,
  MAX_PROJECTION_LENGTH,
  MIN_CONTROL_POINTS,
  WORLD_HALF_METRES,
} from '../constants.ts'
import { MIN_POINTS, TRANSFORMATION_TYPES, type TransformationType } from '../control-points.ts'
import { worldOf } from '../worlds.ts'
import type { MessageDetails, MessageKey } from '../api/messages.ts'
import { checkedFirst, listUpTo, recordUpTo } from './bounded-list.ts'
import { atMost, requiredTextUpTo, storableText } from './text.ts'

const key = (messageKey: MessageKey) => ({ error: messageKey })

const finite = z.number(key('errors.transform.invalidPoint'))

const imagePoint = z.object({ pixelX: finite, pixelY: finite }, key('errors.transform.invalidPoint'))

const world = finite.refine(
  (metres) => Math.abs(metres) <= WORLD_HALF_METRES,
  key('errors.transform.outOfWorld'),
)
/** Of a sheet across the date line the longitudes run on from the first point, by one world at most. */
const easting = finite.refine(
  (metres) => Math.abs(metres) <= 3 * WORLD_HALF_METRES,
  key('errors.transform.outOfWorld'),
)
const mapPoint = z.tuple([easting, world], key('errors.transform.invalidPoint'))

/** Scales beyond these show nothing: a px as large as the world, or smaller than an atom's neighbourhood. */
const METRES_PER_PX = { least: 1e-6, most: 2 * WORLD_HALF_METRES }

/** A sheet that a hand has laid on the map. */
export const sheetPlacementSchema = z.object({
  centre: z.tuple([world, world], key('errors.transform.invalidPoint')),
  metresPerPx: finite.refine(
    (metres) => metres >= METRES_PER_PX.least && metres <= METRES_PER_PX.most,
    key('errors.transform.invalidPoint'),
  ),
  turnDegrees: finite.refine((degrees) => Math.abs(degrees) <= 360, key('errors.transform.invalidPoint')),
})

export type SheetPlacementInput = z.output<typeof sheetPlacementSchema>

/** One polygon of a crop, in image pixels. */
export const maskRing = listUpTo(
  z.tuple([finite, finite]),
  MAX_MASK_CORNERS,
  'errors.transform.tooManyCorners',
  3,
)
const maskRings = listUpTo(maskRing, MAX_MASK_RINGS, 'errors.transform.tooManyCorners')

/** Rings and corners are counted before any is looked at. */
const mask = checkedFirst(maskRings, (value) => {
  if (!Array.isArray(value)) return undefined
  if (value.length > MAX_MASK_RINGS) return 'errors.transform.tooManyCorners'
  const corners = value.reduce<number>((sum, ring) => sum + (Array.isArray(ring) ? ring.length : 0), 0)
  return corners > MAX_MASK_CORNERS ? 'errors.transform.tooManyCorners' : undefined
})

/** What the map is drawn in: an EPSG code, a PROJ text or a WKT. Whether it can be computed shows when it is fitted. */
const projection = requiredTextUpTo(MAX_PROJECTION_LENGTH)

const note = storableText().check(atMost(500))

const pointIndex = z.string().regex(/^[0-9]{1,4}$/)
const noteRecord = recordUpTo(pointIndex, note, MAX_CONTROL_POINTS)

const originText = storableText().min(1, 'errors.fields.required').check(atMost(MAX_ORIGIN_LENGTH))
/** By the index of their point in the lists. */
const origins = recordUpTo(pointIndex, z.object({ read: originText, name: originText }), MAX_CONTROL_POINTS)

/** By the index of their point in the lists. Their lengths are added before any is looked at. */
const notes = checkedFirst(noteRecord, (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // Too many are refused by their number alone.
  if (Object.keys(value).length > MAX_CONTROL_POINTS) return undefined
  const texts: unknown[] = Object.values(value)
  const length = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
  return length > MAX_NOTES_LENGTH ? 'errors.transform.notesTooLong' : undefined
})

/** The body of a transform as it comes in: shape, finiteness and bounds; `controlPointFault` judges the rest. */
export const transformationInputSchema = z
  .object({
    mapPoints: listUpTo(mapPoint, MAX_CONTROL_POINTS, 'errors.transform.tooManyControlPoints'),
    imagePoints: listUpTo(imagePoint, MAX_CONTROL_POINTS, 'errors.transform.tooManyControlPoints'),
    transformationType: z.enum(TRANSFORMATION_TYPES).default('TPS'),
    projection: projection.optional(),
    mask: mask.optional(),
    disabled: listUpTo(z.int().min(0), MAX_CONTROL_POINTS).optional(),
    notes: notes.optional(),
    proposed: origins.optional(),
  })
  .superRefine(({ mapPoints, imagePoints, disabled }, context) => {
    const count = mapPoints.length
    if (count !== imagePoints.length)
      context.addIssue({
        code: 'custom',
        path: ['imagePoints'],
        message: 'errors.transform.unequalLists' satisfies MessageKey,
      })
    if (disabled?.some((index) => index >= count))
      context.addIssue({
        code: 'custom',
        path: ['disabled'],
        message: 'errors.transform.invalidPoint' satisfies MessageKey,
      })
  })
export type TransformationInput = z.output<typeof transformationInputSchema>
/** The same as a caller sends it. */
export type TransformationBody = z.input<typeof transformationInputSchema>

/** One pair that takes part in the fit, with its index in the caller's lists. */
export interface EnabledPair {
  readonly index: number
  readonly image: readonly [x: number, y: number]
  readonly map: readonly [x: number, y: number]
}

/** How many pairs of a stored transformation are switched on. */
export const enabledCount = ({
  mapPoints,
  disabled,
}: {
  readonly mapPoints: readonly unknown[]
  readonly disabled: readonly number[]
}): number => mapPoints.length - new Set(disabled).size

/**
 * The enabled pairs of an input, identical pairs counted once. The first lies within ±180°: where the points of a sheet
 * are counted from another world, all are brought over together.
 */
export function distinctEnabledPairs(
  input: Pick<TransformationInput, 'mapPoints' | 'imagePoints' | 'disabled'>,
): EnabledPair[] {
  const disabled = new Set(input.disabled)
  const seen = new Set<string>()
  const pairs: EnabledPair[] = []
  let world: number | undefined
  for (const [index, map] of input.mapPoints.entries()) {
    const image = input.imagePoints[index]
    if (!image || disabled.has(index)) continue
    const identity = `${image.pixelX} ${image.pixelY} ${map[0]} ${map[1]}`
    if (seen.has(identity)) continue
    seen.add(identity)
    world ??= worldOf(map[0])
    pairs.push({ index, image: [image.pixelX, image.pixelY], map: [map[0] - world, map[1]] })
  }
  return pairs
}

export interface ControlPointFault {
  readonly messageKey: MessageKey
  readonly details?: MessageDetails
}

/**
 * What a count alone tells about a set of control points: too few, or too few once identical pairs count once.
 * Collinearity and contradictions are judged on normalised coordinates by the kernel's fit.
 */
export function controlPointCountFault(
  input: Pick<TransformationInput, 'mapPoints' | 'imagePoints' | 'disabled' | 'transformationType'>,
): ControlPointFault | undefined {
  const needed = minimumPoints(input.transformationType)
  const disabled = new Set(input.disabled)
  const enabled = input.mapPoints.filter((_, index) => !disabled.has(index)).length
  if (enabled < needed)
    return { messageKey: 'errors.transform.insufficientControlPoints', details: { needed } }
  if (distinctEnabledPairs(input).length < MIN_CONTROL_POINTS)
    return { messageKey: 'errors.transform.duplicate' }
  return undefined
}

/** Fewest enabled pairs that a transformation takes. */
export function minimumPoints(type: TransformationType): number {
  return Math.max(MIN_CONTROL_POINTS, MIN_POINTS[type])
}
