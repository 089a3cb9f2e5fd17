import { readAddress } from './server-address.ts'

const KEY = 'serverAddress'
const WANTED = 'wantedServer'

/** The server that was chosen on this device, an origin; null where none was yet. */
export function storedServer(): string | null {
  const address = readAddress(localStorage.getItem(KEY) ?? '')
  return address.ok ? address.origin : null
}

export function storeServer(origin: string): void {
  localStorage.setItem(KEY, origin)
}

/** A server that is to be chosen next, and the page of it that is wanted. */
export interface WantedServer {
  readonly origin: string
  readonly href?: string
}

/** Lets another server be chosen when the app begins anew. `wanted` is offered then. */
export function forgetServer(wanted?: WantedServer): void {
  localStorage.removeItem(KEY)
  if (wanted) sessionStorage.setItem(WANTED, JSON.stringify([wanted.origin, wanted.href]))
}

/** What was wanted when the last server was given up; told once. */
export function takeWantedServer(): WantedServer | null {
  const stored = sessionStorage.getItem(WANTED)
  sessionStorage.removeItem(WANTED)
  if (stored === null) return null
  const [origin, href] = JSON.parse(stored) as [string, string | undefined]
  return { origin, ...(href !== undefined && { href }) }
}
