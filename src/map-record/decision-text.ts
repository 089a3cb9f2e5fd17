import { REJECTION_REASON_TEXTS, rejectionReason } from '../../contract/api/rejection-reasons.ts'
import type { Language } from '../../contract/constants.ts'

/** Why an owner has decided so: the reason in the language of the interface, then their own words. */
export function decisionText(
  { reason: key, note }: { readonly reason: string | null; readonly note: string | null },
  language: Language,
): string {
  const reason = key === null ? undefined : rejectionReason(key)
  return [reason && `${REJECTION_REASON_TEXTS[reason][language]}.`, note].filter(Boolean).join(' ')
}
