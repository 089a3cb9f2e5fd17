import {
  checkLimit,
  deleteAccount,
  endSession,
  exportAccount,
  forgotPassword,
  login,
  profile,
  register,
  resetPassword as resetCall,
  sessions,
  updatePassword,
  updateProfile,
} from '../../contract/api/auth.ts'
import { logout, validateToken } from '../../contract/api/session.ts'
import type { Gazetteer } from '../places/embedded-gazetteer.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  type AccountDeps,
  changePassword,
  changeProfile,
  checkSignInLimit,
  registerAccount,
  signIn,
  userView,
} from '../services/accounts/accounts.ts'
import { AccountExports, endAccount } from '../services/accounts/account-data.ts'
import { requestReset, type ResetDeps, resetPassword } from '../services/accounts/password-reset.ts'
import { endOwnSession, ownSessions, ownSignIns } from '../services/accounts/sessions.ts'
import { addCall } from './add-call.ts'
import { callerOf } from './caller.ts'
import { endWhenStalled, type StallLimit } from './end-when-stalled.ts'

const done = { status: 'success' } as const

interface AuthRoutesDeps extends AccountDeps, ResetDeps, StallLimit {
  readonly gazetteer: Pick<Gazetteer, 'prepare'>
  readonly stopping: AbortSignal
}

/** Accounts and sessions. */
export function addAuthRoutes(app: ApiServer, deps: AuthRoutesDeps): void {
  /** Whoever has signed in will look for a place: what the first search of an instance waits for begins now. */
  const preparePlaces = () => {
    deps.gazetteer.prepare().catch((error: unknown) => {
      if (!deps.stopping.aborted) app.log.warn({ err: error }, 'the gazetteer cannot be filled')
    })
  }
  addCall(app, register, async ({ body, request }) => {
    const registered = await registerAccount(deps, body, callerOf(request))
    preparePlaces()
    return registered
  })
  addCall(app, login, async ({ body, request }) => {
    const signedIn = await signIn(deps, body, callerOf(request))
    preparePlaces()
    return signedIn
  })
  addCall(app, logout, async ({ session }) => {
    await endOwnSession(deps.db, session.user.id, session.sessionId)
    return done
  })
  addCall(app, validateToken, async ({ session }) => ({ user: userView(session.user) }))
  addCall(app, profile, async ({ session }) => ({ user: userView(session.user) }))
  addCall(app, updateProfile, async ({ session, body }) => ({
    user: await changeProfile(deps, session.user, body),
  }))
  addCall(app, updatePassword, async ({ session, body }) => {
    await changePassword(deps, session.user, session.sessionId, body)
    return done
  })
  addCall(app, checkLimit, ({ request }) => checkSignInLimit(deps, callerOf(request)))
  addCall(app, sessions, async ({ session }) => ({
    sessions: await ownSessions(deps.db, session.user.id, session.sessionId),
    signIns: await ownSignIns(deps.db, session.user.id),
  }))
  addCall(app, endSession, async ({ session, params }) => {
    await endOwnSession(deps.db, session.user.id, params.id)
    return done
  })
  addCall(app, forgotPassword, async ({ body, request }) => {
    await requestReset(deps, body.email, callerOf(request).address)
    return { ...done, isMailed: deps.mail !== undefined }
  })
  addCall(app, resetCall, async ({ body, request }) => {
    await resetPassword(deps, body, callerOf(request).address)
    return done
  })
  const exports = new AccountExports(deps)
  addCall(app, exportAccount, async ({ session, reply }) => {
    const data = await exports.begin(session.user)
    endWhenStalled(reply, deps.stallMs)
    reply.header('content-disposition', 'attachment; filename="palimpsest-account.json"')
    reply.type('application/json; charset=utf-8')
    return data
  })
  addCall(app, deleteAccount, async ({ session, body }) => {
    await endAccount(deps, session.user, body.password)
    return done
  })
}
