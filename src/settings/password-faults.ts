import { passwordFault } from '../../contract/rules/account-fields.ts'

export interface PasswordValues {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmation: string
}

/** What is wrong with a change of password: message keys of the contract, or `mismatch`. */
export function passwordFaults(values: PasswordValues): Partial<Record<keyof PasswordValues, string>> {
  const faults: Partial<Record<keyof PasswordValues, string>> = {}
  if (values.currentPassword === '') faults.currentPassword = 'errors.fields.required'
  const fault = passwordFault(values.newPassword)
  if (fault) faults.newPassword = fault
  if (values.confirmation !== values.newPassword) faults.confirmation = 'mismatch'
  return faults
}
