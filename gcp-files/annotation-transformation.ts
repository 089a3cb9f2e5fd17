import type { TransformationType } from '../contract/control-points.ts'
import { isObject, type Json } from './json-values.ts'

/** As the extension names transformations, and as Allmaps does beyond it. */
const WRITTEN: Record<TransformationType, Json> = {
  TPS: { type: 'thinPlateSpline' },
  Affine: { type: 'polynomial', options: { order: 1 } },
  Helmert: { type: 'helmert' },
  Polynomial2: { type: 'polynomial', options: { order: 2 } },
  Polynomial3: { type: 'polynomial', options: { order: 3 } },
  Projective: { type: 'projective' },
}

const BY_ORDER: Record<number, TransformationType> = { 1: 'Affine', 2: 'Polynomial2', 3: 'Polynomial3' }

/** Names by their letters and digits alone: `thin-plate-spline` is written too. */
const BY_NAME: Record<string, TransformationType> = {
  thinplatespline: 'TPS',
  tps: 'TPS',
  helmert: 'Helmert',
  projective: 'Projective',
  polynomial1: 'Affine',
  polynomial2: 'Polynomial2',
  polynomial3: 'Polynomial3',
}

/** The object that an annotation names a transformation by. */
export const annotationTransformation = (type: TransformationType): Json => WRITTEN[type]

/** What an annotation says of its transformation. */
export interface NamedTransformation {
  /** Null: none is named, or none of ours. */
  readonly type: TransformationType | null
  /** The name of one that is none of ours. */
  readonly unknown?: string
}

/** Reads the transformation of an annotation: an object, or the name alone. */
export function readAnnotationTransformation(value: unknown): NamedTransformation {
  const name = isObject(value) ? value['type'] : value
  if (typeof name !== 'string' || name === '') return { type: null }
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const options = isObject(value) && isObject(value['options']) ? value['options'] : {}
  const type = bare === 'polynomial' ? BY_ORDER[Number(options['order'] ?? 1)] : BY_NAME[bare]
  return type ? { type } : { type: null, unknown: name.slice(0, 80) }
}
