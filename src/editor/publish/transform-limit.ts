import type { ReplyOf } from '../../../contract/api/define-call.ts'
import type { checkTransformLimit } from '../../../contract/api/transform.ts'

export type TransformLimit = ReplyOf<typeof checkTransformLimit>

/** Why no transform is allowed now. */
export type LimitRefusal = { readonly kind: 'wait'; readonly minutes: number } | { readonly kind: 'noneLeft' }

/** What a limit's status refuses; null where a transform is allowed. */
export function limitRefusal({ canTransform, minutesRemaining }: TransformLimit): LimitRefusal | null {
  if (canTransform) return null
  return minutesRemaining > 0 ? { kind: 'wait', minutes: minutesRemaining } : { kind: 'noneLeft' }
}
