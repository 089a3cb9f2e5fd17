import type { MessageKey } from '../../contract/api/messages.ts'
import { passwordFault } from '../../contract/rules/account-fields.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmation: string
}

/** What is wrong with a new password and its repetition, by field in the order they stand. */
export function newPasswordFaults({ password, confirmation }: NewPassword): {
  password?: MessageKey
  confirmation?: 'mismatch'
} {
  const fault = passwordFault(password)
  return {
    ...(fault && { password: fault }),
    ...(password !== confirmation && { confirmation: 'mismatch' as const }),
  }
}
