import { useSearch } from '@tanstack/react-router'
import { safeRedirect } from '../safe-redirect.ts'
import { ConnectionPage } from './connection-page.tsx'

/** Joins the page to the address, which names where to go back to. */
export function ConnectionRoute() {
  const { redirect }: { redirect?: string } = useSearch({ strict: false })
  return <ConnectionPage target={safeRedirect(redirect)} />
}
