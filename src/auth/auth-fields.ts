import { emailFault, passwordFault, usernameFault } from '../../contract/rules/account-fields.ts'
import type { MessageKey } from '../../contract/api/messages.ts'

export type AuthMode = 'login' | 'register'
export interface AuthValues {
  readonly username: string
  readonly email: string
  readonly password: string
}
export type AuthField = keyof AuthValues

/** The fields of the form in the order they stand. */
export function authFields(mode: AuthMode): readonly AuthField[] {
  return mode === 'register' ? ['username', 'email', 'password'] : ['email', 'password']
}

/** What is wrong with a field; logging in asks only that something stands there. */
export function authFault(mode: AuthMode, field: AuthField, values: AuthValues): MessageKey | undefined {
  const text = field === 'password' ? values.password : values[field].trim()
  if (mode === 'login') return text === '' ? 'errors.fields.required' : undefined
  if (field === 'username') return usernameFault(text)
  return field === 'email' ? emailFault(text) : passwordFault(text)
}

/** Every fault of the form by field. */
export function authFaults(mode: AuthMode, values: AuthValues): Partial<Record<AuthField, MessageKey>> {
  const faults = authFields(mode).map((field) => [field, authFault(mode, field, values)] as const)
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))
}
