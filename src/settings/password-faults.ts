import { newPasswordFaults } from '../session/new-password-faults.ts'

export interface PasswordValues {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmation: string
}

/** What is wrong with a change of password: message keys of the contract, or `mismatch`. */
export function passwordFaults({
  currentPassword,
  newPassword,
  confirmation,
}: PasswordValues): Partial<Record<keyof PasswordValues, string>> {
  const { password, ...others } = newPasswordFaults({ password: newPassword, confirmation })
  return {
    ...(currentPassword === '' && { currentPassword: 'errors.fields.required' }),
    ...(password && { newPassword: password }),
    ...others,
  }
}
