import { z } from 'zod'
import { MAX_CONTROL_POINTS, MIN_CONTROL_POINTS, WORLD_HALF_METRES } from '../constants.ts'
import { MIN_POINTS, TRANSFORMATION_TYPES, type TransformationType } from '../control-points.ts'
import type { MessageDetails, MessageKey } from '../api/messages.ts'
import { lengthInCodePoints, storableText } from './text.ts'

const key = (messageKey: MessageKey) => ({ error: messageKey })

const finite = z.number(key('errors.transform.invalidPoint'))

const imagePoint = z.object({ pixelX: finite, pixelY: finite }, key('errors.transform.invalidPoint'))

const world = finite.refine(
  (metres) => Math.abs(metres) <= WORLD_HALF_METRES,
  key('errors.transform.outOfWorld'),
)
const mapPoint = z.tuple([world, world], key('errors.transform.invalidPoint'))

const maskRing = z
  .array(z.tuple([finite, finite]))
  .min(3)
  .max(10_000)

/** The body of a transform as it comes in: shape, finiteness and bounds; `controlPointFault` judges the rest. */
export const transformationInputSchema = z
  .object({
    mapPoints: z.array(mapPoint).max(MAX_CONTROL_POINTS, key('errors.transform.tooManyPoints')),
    imagePoints: z.array(imagePoint).max(MAX_CONTROL_POINTS, key('errors.transform.tooManyPoints')),
    transformationType: z.enum(TRANSFORMATION_TYPES).default('TPS'),
    mask: z.array(maskRing).max(100).optional(),
    disabled: z.array(z.int().min(0)).max(MAX_CONTROL_POINTS).optional(),
    notes: z
      .record(
        z.string().regex(/^[0-9]{1,3}$/),
        storableText().refine((note) => lengthInCodePoints(note) <= 500, key('errors.fields.tooLong')),
      )
      .optional(),
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

/** One pair that takes part in the fit, with its place in the caller's lists. */
export interface EnabledPair {
  readonly index: number
  readonly image: readonly [x: number, y: number]
  readonly map: readonly [x: number, y: number]
}

/** The enabled pairs of an input, identical pairs counted once. */
export function distinctEnabledPairs(
  input: Pick<TransformationInput, 'mapPoints' | 'imagePoints' | 'disabled'>,
): EnabledPair[] {
  const disabled = new Set(input.disabled)
  const seen = new Set<string>()
  const pairs: EnabledPair[] = []
  for (const [index, map] of input.mapPoints.entries()) {
    const image = input.imagePoints[index]
    if (!image || disabled.has(index)) continue
    const identity = `${image.pixelX} ${image.pixelY} ${map[0]} ${map[1]}`
    if (seen.has(identity)) continue
    seen.add(identity)
    pairs.push({ index, image: [image.pixelX, image.pixelY], map: [map[0], map[1]] })
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
