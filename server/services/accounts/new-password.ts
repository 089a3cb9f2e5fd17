import { commonPasswords, isCommonPassword } from '../../../contract/rules/common-password.ts'
import { Refusal } from '../refusal.ts'

const messageKey = 'errors.fields.passwordTooCommon'

/**
 * Refuses a new password that is among the first to be guessed.
 *
 * @param field of the request
 * @throws Refusal 400 naming the field
 */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  if (!isCommonPassword(password, await commonPasswords())) return
  throw new Refusal(400, 'errors.validationFailed', { fields: { [field]: messageKey } })
}
