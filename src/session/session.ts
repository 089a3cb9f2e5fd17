import { useSyncExternalStore } from 'react'
import {
  login as loginCall,
  logout as logoutCall,
  register as registerCall,
  validateToken,
  type User,
} from '../../contract/api/auth.ts'
import type { BodyOf } from '../../contract/api/define-call.ts'
import { ApiError } from '../api/api-error.ts'
import { onTokenChange, readToken, removeToken, storeToken } from '../api/bearer-token.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { SessionStore, type SessionState } from './session-store.ts'

const store = new SessionStore({
  readToken,
  removeToken,
  validate: async (signal) => (await callApi(validateToken, {}, { signal })).user,
  isRefusal: (error) => error instanceof ApiError && error.status >= 400 && error.status < 500,
})

/** Validates the stored token now and whenever it changes; what was kept of the former user is dropped. */
export function startSession(): void {
  let token = readToken()
  onTokenChange(() => {
    const next = readToken()
    if (next !== token) queryClient.clear()
    token = next
    void store.check()
  })
  void store.check()
}

export function useSession(): SessionState {
  return useSyncExternalStore(store.subscribe, store.state)
}

/** Signs in. @throws ApiError: 401 wrong credentials, 429 with rate-limit data. */
export async function login(body: BodyOf<typeof loginCall>): Promise<User> {
  const { token, user } = await callApi(loginCall, { body })
  storeToken(token)
  store.accept(user)
  return user
}

/** Creates an account and signs in. @throws ApiError: 400 with fields, 409 name or address taken. */
export async function register(body: BodyOf<typeof registerCall>): Promise<User> {
  const { token, user } = await callApi(registerCall, { body })
  storeToken(token)
  store.accept(user)
  return user
}

/** Signs out here at once; the server is told, but signing out does not depend on its answer. */
export function logout(): void {
  const ending = callApi(logoutCall, {}).catch(() => undefined)
  removeToken()
  void ending
}

/** Takes over a changed profile. */
export const acceptUser = store.accept
