import { createHash } from 'node:crypto'
import type { Transformation } from '../../../contract/api/map-record.ts'
import {
  controlPointCountFault,
  distinctEnabledPairs,
  type EnabledPair,
  type TransformationInput,
} from '../../../contract/rules/control-points.ts'
import type { MessageKey } from '../../../contract/api/messages.ts'
import { Refusal } from '../refusal.ts'

/** How a published overlay is made; a part of the request's identity. */
export const PUBLISHED = { resampling: 'bilinear', encoding: 'webp' } as const

/** What overlays are made from; those that were made from copies for display are not the same. */
const PIXELS = 'original'

/** The input with everything that was left out filled in, as it is stored. */
export function wholeTransformation(input: TransformationInput): Transformation {
  const { mapPoints, imagePoints, transformationType, projection, mask, disabled, notes, proposed } = input
  return {
    mapPoints,
    imagePoints,
    transformationType,
    ...(projection !== undefined && { projection }),
    mask: mask && mask.length > 0 ? mask : null,
    disabled: [...new Set(disabled)].sort((a, b) => a - b),
    notes: notes ?? {},
    ...(proposed && Object.keys(proposed).length > 0 && { proposed }),
  }
}

/**
 * Identity of the overlay that a request asks for: the pairs that count, type, projection, mask, resampling, encoding and
 * the scan. Notes, origins, and pairs that are switched off, change nothing in it.
 */
export function transformHash(
  transformation: Transformation,
  scan: { mapId: string; bytes: number | null },
): string {
  const { transformationType, projection, mask } = transformation
  const pairs = distinctEnabledPairs(transformation).map(({ image, map }) => [...image, ...map])
  const identity = JSON.stringify([
    scan.mapId,
    scan.bytes,
    transformationType,
    mask,
    PUBLISHED,
    PIXELS,
    pairs,
    ...(projection === undefined ? [] : [projection]),
  ])
  return createHash('sha256').update(identity).digest('hex')
}

/** The pairs that take part in the fit. @throws Refusal 400 by the literal texts for too few and repeated pairs */
export function requirePairs(input: TransformationInput): EnabledPair[] {
  const fault = controlPointCountFault(input)
  if (fault) {
    throw new Refusal(400, fault.messageKey, {
      ...(fault.details && { details: fault.details }),
      fields: { imagePoints: fault.messageKey satisfies MessageKey },
    })
  }
  return distinctEnabledPairs(input)
}
