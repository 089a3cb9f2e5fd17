import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '../constants.ts'
import type { MessageKey } from '../api/messages.ts'
import { lengthInCodePoints } from './text-length.ts'

/** The first thing wrong with a username (trimmed before), or undefined. */
export function usernameFault(username: string): MessageKey | undefined {
  const length = lengthInCodePoints(username)
  if (length === 0) return 'errors.fields.required'
  if (length < USERNAME_MIN || length > USERNAME_MAX) return 'errors.fields.usernameLength'
  return /^[\p{L}\p{M}\p{Nd}_ '’-]+$/u.test(username) ? undefined : 'errors.fields.usernameCharacters'
}

/** Whether an address is longer than one can be, as it stands or in the form it is compared by. */
export function isTooLong(email: string): boolean {
  // One letter may stand for eighteen: the longer form is only made of what is short enough itself.
  return email.length > EMAIL_MAX || email.normalize('NFKC').length > EMAIL_MAX
}

/** The first thing wrong with an e-mail address (trimmed before), or undefined. */
export function emailFault(email: string): MessageKey | undefined {
  if (email.length === 0) return 'errors.fields.required'
  // Bounded before the pattern, and the pattern has no nested repetition: linear in the length.
  if (isTooLong(email)) return 'errors.fields.invalidEmail'
  // Characters that are not seen could make a terminal or a reader see another address.
  if (/\p{C}/u.test(email)) return 'errors.fields.invalidEmail'
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email) ? undefined : 'errors.fields.invalidEmail'
}

/** The first thing wrong with a new password, or undefined. */
export function passwordFault(password: string): MessageKey | undefined {
  const length = lengthInCodePoints(password)
  if (length === 0) return 'errors.fields.required'
  if (length < PASSWORD_MIN) return 'errors.fields.passwordTooShort'
  if (length > PASSWORD_MAX) return 'errors.fields.passwordTooLong'
  if (!/\p{Nd}/u.test(password)) return 'errors.fields.passwordNeedsDigit'
  if (!/\p{Lu}/u.test(password)) return 'errors.fields.passwordNeedsUppercase'
  return undefined
}
