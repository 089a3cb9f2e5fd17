import { serverOrigin } from '../api/server-address.ts'
import { logout } from '../session/session.ts'
import { forgetServer, type WantedServer } from './stored-server.ts'

/** A server that is away must not keep anyone. */
const FAREWELL_MS = 3_000

/** Host of the server that is asked now. */
export const chosenHost = (): string => new URL(serverOrigin()).host

/** Signs out of the chosen server, and begins anew with choosing one. */
export async function changeServer(wanted?: WantedServer): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))
  await Promise.race([logout(), patience])
  forgetServer(wanted)
  location.replace('/')
}
