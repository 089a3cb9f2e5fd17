import type { MessageKey } from '../../../contract/api/messages.ts'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/queries/accounts.ts'
import { Refusal } from '../refusal.ts'
import { isPassword } from './passwords.ts'
import { type AccountLimits, beginPasswordTry } from './sign-in-limits.ts'

export interface PasswordDeps {
  readonly db: Database
  readonly limitsSignIn: boolean
  readonly accountLimits: AccountLimits
}

const refuse = (field: string, messageKey: MessageKey) =>
  new Refusal(400, messageKey, { fields: { [field]: messageKey } })

/**
 * Asks one who is signed in for their password once more: a session that was left open, or stolen, is not enough for
 * what could take the account away.
 *
 * @param field of the request, for refusals
 * @throws Refusal 400 where it is absent or wrong, 429
 */
export async function requireCurrentPassword(
  { db, limitsSignIn, accountLimits }: PasswordDeps,
  user: UserRow,
  given: string | undefined,
  field: string,
): Promise<void> {
  if (given === undefined) throw refuse(field, 'errors.auth.emailNeedsPassword')
  const attempt = limitsSignIn ? await beginPasswordTry(db, accountLimits, user.id) : undefined
  const matches = await isPassword(user.passwordHash, given, { line: 'own', caller: user.id }).catch(
    async (error: unknown) => {
      await attempt?.forget()
      throw error
    },
  )
  if (!matches) throw refuse(field, 'errors.auth.currentPasswordIncorrect')
  await attempt?.succeeded()
}
