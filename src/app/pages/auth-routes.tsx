import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthPage } from '../../auth/auth-page.tsx'
import { ResetPage } from '../../auth/reset-page.tsx'
import { readToken } from '../../api/bearer-token.ts'
import { takeUpToken, useSession } from '../../session/session.ts'
import { login, register } from '../../session/sign-in.ts'
import { requestContentFocus } from '../content-focus.ts'
import { safeRedirect } from '../safe-redirect.ts'

const loginApi = getRouteApi('/login')
const registerApi = getRouteApi('/register')
const resetApi = getRouteApi('/reset')

function AuthRoute({
  mode,
  target,
}: {
  readonly mode: 'login' | 'register'
  readonly target: string | undefined
}) {
  const navigate = useNavigate()
  // Signing in elsewhere, in another tab, leads on from here too.
  const { status } = useSession()
  const hasToken = readToken() !== null
  useEffect(() => {
    if (hasToken) takeUpToken()
  }, [hasToken])
  const href = safeRedirect(target)
  if (hasToken && status !== 'anonymous') return <Navigate to={href} replace />
  return (
    <AuthPage
      mode={mode}
      redirect={target}
      enter={({ username, email, password }) =>
        mode === 'register' ? register({ username, email, password }) : login({ email, password })
      }
      onSignedIn={() => {
        requestContentFocus()
        void navigate({ href, replace: true })
      }}
    />
  )
}

export function LoginRoute() {
  return <AuthRoute mode="login" target={loginApi.useSearch().redirect} />
}

export function RegisterRoute() {
  return <AuthRoute mode="register" target={registerApi.useSearch().redirect} />
}

export function ResetRoute() {
  return <ResetPage token={resetApi.useSearch().token} />
}
