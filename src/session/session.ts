import { logout as logoutCall, validateToken } from '../../contract/api/session.ts'
import { KEPT_DATABASE } from '../../contract/constants.ts'
import { ApiError } from '../api/api-error.ts'
import { onTokenChange, readToken, removeToken } from '../api/bearer-token.ts'
import { callApi } from '../api/call-api.ts'
import { closeCallGate, isCallGateClosed, openCallGate } from '../api/call-gate.ts'
import { queryClient } from '../api/query-client.ts'
import { useValueOf } from '../ui/value-store.ts'
import { removeDrafts } from './device-drafts.ts'
import { forgetUnsent } from './forget-unsent.ts'
import { hasUnsavedWork } from './unsaved-work.ts'
import { forgetUser, rememberUser, rememberedUser } from './remembered-user.ts'
import { SessionStore, type SessionState } from './session-store.ts'

const store = new SessionStore({
  readToken,
  removeToken,
  remembered: rememberedUser,
  remember: rememberUser,
  forget: forgetUser,
  validate: async (signal) => (await callApi(validateToken, {}, { signal, isAboutSession: true })).user,
  // Too many requests say nothing about the token.
  isRefusal: (error) =>
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
  hasUnsavedWork,
  freeDevice,
})

let followedToken = readToken()

/** Validates the stored token now and whenever it changes; what was kept of the former user is dropped. */
export function startSession(): void {
  store.shown.subscribe(followSession)
  onTokenChange(followToken)
  followToken()
}

function followToken(): void {
  const token = readToken()
  if (token !== followedToken && store.holder() === null) queryClient.clear()
  followedToken = token
  void store.check()
}

/**
 * Takes up a stored token that this tab has not heard of yet: the browser may store what another tab has signed in with
 * before it says so. Pages that decide by the token and those that decide by the session would else lead to each other.
 */
export function takeUpToken(): void {
  if (readToken() !== followedToken) followToken()
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
  return useValueOf(store.shown)
}

/** Removes from this device what may be private and is on the server too: maps saved for the field, and drafts. */
function freeDevice(): void {
  indexedDB.deleteDatabase(KEPT_DATABASE)
  void removeDrafts()
}

/**
 * Signs out here at once; the server is told, but signing out does not depend on its answer. Maps that were saved for the
 * field go, for they may be private, and so do texts that were begun and the drafts that the account holds; recorded tracks
 * are nowhere else and stay.
 *
 * @param askedUserId who has been asked whether the drafts may go that are on this device alone
 * @returns when the server has been told, or could not be
 */
export async function logout(askedUserId?: string): Promise<void> {
  forgetUnsent()
  void removeDrafts(askedUserId)
  const ending = callApi(logoutCall, {}, { isAboutSession: true }).catch(() => undefined)
  store.leave()
  removeToken()
  await ending
  // An editor that was open has written its last by now.
  await removeDrafts(askedUserId)
}

/** Whether somebody else has signed in meanwhile than whose page this is. */
export const isReplaced = (): boolean => store.state().status === 'replaced'

/** Gives up a session that has ended under open work. */
export const leaveSession = store.leave

/** Takes over a user that a call has just answered with: who signed in, or whose profile has changed. */
export const acceptUser = store.accept

/** Whose open work outlives the session; null where there is none. */
export const workHolder = store.holder
