import { login as loginCall, register as registerCall } from '../../contract/api/auth.ts'
import type { User } from '../../contract/api/session.ts'
import type { BodyOf } from '../../contract/api/define-call.ts'
import { storeToken } from '../api/bearer-token.ts'
import { callApi } from '../api/call-api.ts'
import { acceptUser, workHolder } from './session.ts'

/** Signs in. @throws ApiError: 401 wrong credentials, 429 with rate-limit data. */
export async function login(body: BodyOf<typeof loginCall>): Promise<User> {
  const { token, user } = await callApi(loginCall, { body })
  storeToken(token)
  acceptUser(user)
  return user
}

/** Creates an account and signs in. @throws ApiError: 400 with fields, 409 name or address taken. */
export async function register(body: BodyOf<typeof registerCall>): Promise<User> {
  const { token, user } = await callApi(registerCall, { body })
  storeToken(token)
  acceptUser(user)
  return user
}

/**
 * Signs the user in again whose work stands open. Anyone else is not signed in yet: they are asked first.
 *
 * @returns what signs the other one in; null where it was the user themselves
 * @throws ApiError as `login` does
 */
export async function loginAgain(body: BodyOf<typeof loginCall>): Promise<OtherLogin | null> {
  const { token, user } = await callApi(loginCall, { body })
  const holder = workHolder()
  const enter = () => {
    storeToken(token)
    acceptUser(user)
  }
  if (holder && holder.id !== user.id) return { user, enter }
  enter()
  return null
}

/** A login of another user's than the one whose work stands open. */
export interface OtherLogin {
  readonly user: User
  readonly enter: () => void
}
