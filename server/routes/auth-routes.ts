import {
  checkLimit,
  deleteAccount,
  endSession,
  exportAccount,
  forgotPassword,
  login,
  logout,
  profile,
  register,
  resetPassword as resetCall,
  sessions,
  updatePassword,
  updateProfile,
  validateToken,
} from '../../contract/api/auth.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import {
  type AccountDoors,
  changePassword,
  changeProfile,
  checkSignInLimit,
  registerAccount,
  signIn,
  userView,
} from '../services/accounts.ts'
import { accountExport, endAccount } from '../services/account-data.ts'
import { requestReset, type ResetDoors, resetPassword } from '../services/password-reset.ts'
import { endOwnSession, ownSessions } from '../services/sessions.ts'
import { addCall } from './add-call.ts'
import { callerOf } from './caller.ts'

const done = { status: 'success' } as const

/** Accounts and sessions. */
export function addAuthRoutes(app: ApiServer, doors: AccountDoors & ResetDoors): void {
  addCall(app, register, ({ body, request }) => registerAccount(doors, body, callerOf(request)))
  addCall(app, login, ({ body, request }) => signIn(doors, body, callerOf(request)))
  addCall(app, logout, async ({ session }) => {
    await endOwnSession(doors.db, session.user.id, session.sessionId)
    return done
  })
  addCall(app, validateToken, async ({ session }) => ({ user: userView(session.user) }))
  addCall(app, profile, async ({ session }) => ({ user: userView(session.user) }))
  addCall(app, updateProfile, async ({ session, body }) => ({
    user: await changeProfile(doors.db, session.user.id, body),
  }))
  addCall(app, updatePassword, async ({ session, body }) => {
    await changePassword(doors.db, session.user, session.sessionId, body)
    return done
  })
  addCall(app, checkLimit, ({ request }) => checkSignInLimit(doors, callerOf(request)))
  addCall(app, sessions, async ({ session }) => ({
    sessions: await ownSessions(doors.db, session.user.id, session.sessionId),
  }))
  addCall(app, endSession, async ({ session, params }) => {
    await endOwnSession(doors.db, session.user.id, params.id)
    return done
  })
  addCall(app, forgotPassword, async ({ body, request }) => {
    await requestReset(doors, body.email, callerOf(request).address)
    return done
  })
  addCall(app, resetCall, async ({ body }) => {
    await resetPassword(doors, body.token, body.password)
    return done
  })
  addCall(app, exportAccount, ({ session, reply }) => {
    reply.header('content-disposition', 'attachment; filename="palimpsest-account.json"')
    return accountExport(doors.db, session.user)
  })
  addCall(app, deleteAccount, async ({ session, body }) => {
    await endAccount(doors.db, session.user, body.password)
    return done
  })
}
