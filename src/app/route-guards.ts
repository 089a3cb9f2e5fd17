import { redirect } from '@tanstack/react-router'
import { readToken } from '../api/bearer-token.ts'
import { takeUpToken } from '../session/session.ts'

/** Pages inside the shell need a stored token; without one, sign in first and come back. */
export function needToken({ location }: { location: { href: string } }): void {
  takeUpToken()
  if (readToken() === null) throw redirect({ to: '/login', search: { redirect: location.href } })
}
