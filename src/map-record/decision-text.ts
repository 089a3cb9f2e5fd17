import { rejectionText } from '../api/rejection-text.ts'

/** Why an owner has decided so: the reason in the language of the interface, then their own words. */
export function decisionText({
  reason,
  note,
}: {
  readonly reason: string | null
  readonly note: string | null
}): string {
  return [rejectionText(reason), note].filter(Boolean).join(' ')
}
