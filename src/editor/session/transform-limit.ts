import type { TFunction } from 'i18next'
import type { MessageKey } from '../../../contract/api/messages.ts'
import type { ReplyOf } from '../../../contract/api/define-call.ts'
import type { checkTransformLimit } from '../../../contract/api/transform.ts'
import type { ApiError } from '../../api/api-error.ts'

export type TransformLimit = ReplyOf<typeof checkTransformLimit>

/** Why no transform is allowed now. */
export type LimitRefusal = { readonly kind: 'wait'; readonly minutes: number } | { readonly kind: 'noneLeft' }

/** What a limit's status refuses; null where a transform is allowed. */
export function limitRefusal({
  canTransform,
  minutesRemaining,
}: Pick<TransformLimit, 'canTransform' | 'minutesRemaining'>): LimitRefusal | null {
  if (canTransform) return null
  return minutesRemaining > 0 ? { kind: 'wait', minutes: minutesRemaining } : { kind: 'noneLeft' }
}

/** What a refused transform was past the limit for; null where it was refused for something else. */
export function limitRefusalOf({ messageKey, body }: ApiError): LimitRefusal | null {
  if (!LIMIT_KEYS.has(messageKey)) return null
  return { kind: 'wait', minutes: body?.minutesRemaining ?? 1 }
}

const LIMIT_KEYS: ReadonlySet<string> = new Set<MessageKey>([
  'errors.transform.limitReached',
  'errors.claims.limitReached',
])

/** The refusal in words. */
export function limitRefusalText(refusal: LimitRefusal, t: TFunction<'editor'>): string {
  return refusal.kind === 'wait'
    ? t('transform.limitReached', { count: refusal.minutes })
    : t('transform.noneLeft')
}
