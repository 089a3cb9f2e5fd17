import { rejectionReason } from '../../contract/api/rejection-reasons.ts'
import { i18n } from '../ui/i18n/i18n.ts'

/** Why an owner has decided so, as a sentence in the language of the interface; undefined for no known reason. */
export function rejectionText(key: string | null | undefined): string | undefined {
  const reason = key ? rejectionReason(key) : undefined
  return reason && `${i18n.t(`rejectionReason.${reason}`)}.`
}
