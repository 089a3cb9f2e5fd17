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
import { closeCallGate, isCallGateClosed, openCallGate } from '../api/call-gate.ts'
import { queryClient } from '../api/query-client.ts'
import { holdsWork } from './held-work.ts'
import { SessionStore, type SessionState } from './session-store.ts'

const store = new SessionStore({
  readToken,
  removeToken,
  validate: async (signal) => (await callApi(validateToken, {}, { signal, isAboutSession: true })).user,
  isRefusal: (error) => error instanceof ApiError && error.status >= 400 && error.status < 500,
  holdsWork,
})

/** Validates the stored token now and whenever it changes; what was kept of the former user is dropped. */
export function startSession(): void {
  let token = readToken()
  store.subscribe(followSession)
  onTokenChange(() => {
    const next = readToken()
    if (next !== token && store.holder() === null) queryClient.clear()
    token = next
    void store.check()
  })
  void store.check()
}

/** Lets calls wait while the session has ended under open work. */
function followSession(): void {
  const { status } = store.state()
  if (status === 'ended' || status === 'replaced') return closeCallGate()
  if (!isCallGateClosed()) return
  openCallGate(status === 'authenticated')
  // What waits at the gate asks anew by itself.
  if (status === 'authenticated') void queryClient.invalidateQueries({}, { cancelRefetch: false })
  else queryClient.clear()
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

/**
 * Signs the user in again whose work stands open. Anyone else is not signed in yet: they are asked first.
 *
 * @returns what signs the other one in; null where it was the user themselves
 * @throws ApiError as `login` does
 */
export async function loginAgain(body: BodyOf<typeof loginCall>): Promise<OtherLogin | null> {
  const { token, user } = await callApi(loginCall, { body })
  const holder = store.holder()
  const enter = () => {
    storeToken(token)
    store.accept(user)
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

/** Signs out here at once; the server is told, but signing out does not depend on its answer. */
export function logout(): void {
  const ending = callApi(logoutCall, {}, { isAboutSession: true }).catch(() => undefined)
  store.leave()
  removeToken()
  void ending
}

/** Gives up a session that has ended under open work. */
export const leaveSession = store.leave

/** Takes over a changed profile. */
export const acceptUser = store.accept
