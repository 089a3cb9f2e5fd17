import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a path opens: the scan with its thumbnails, or one overlay by its number. */
export type FileScope = 'scan' | `v${number}`

/** Signed paths last from half an hour to an hour; within half an hour they stay the same, so that caches hold. */
const STEP_SECONDS = 1_800

export interface FilePathSigner {
  /** Path relative to `/api/` of a map's folder; signed where the map is not open to everyone. */
  folder(map: { id: string; accessEpoch: number }, scope: FileScope, isOpen: boolean): string
  /** What opens a scope for a while, as `opens` takes it: for addresses other than those of the files. */
  ticket(map: { id: string; accessEpoch: number }, scope: FileScope): string
  /** Whether a ticket opens the scope of a map at this moment. */
  opens(ticket: string, map: { id: string; accessEpoch: number }, scope: FileScope): boolean
}

export function filePathSigner(secret: Buffer, now: () => number = Date.now): FilePathSigner {
  const macOf = (mapId: string, epoch: number, scope: FileScope, expiry: number) =>
    createHmac('sha256', secret).update(`${mapId} ${epoch} ${scope} ${expiry}`).digest().subarray(0, 16)

  const ticket: FilePathSigner['ticket'] = ({ id, accessEpoch }, scope) => {
    const expiry = (Math.floor(now() / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS
    return `${expiry.toString(36)}.${macOf(id, accessEpoch, scope, expiry).toString('base64url')}`
  }
  return {
    folder: (map, scope, isOpen) =>
      isOpen ? `files/maps/${map.id}` : `files/s/${ticket(map, scope)}/maps/${map.id}`,
    ticket,
    opens: (ticket, { id, accessEpoch }, scope) => {
      const [expiryText = '', macText = ''] = ticket.split('.')
      const expiry = Number.parseInt(expiryText, 36)
      if (!Number.isSafeInteger(expiry) || expiry * 1000 <= now()) return false
      const given = Buffer.from(macText, 'base64url')
      const mac = macOf(id, accessEpoch, scope, expiry)
      return given.length === mac.length && timingSafeEqual(given, mac)
    },
  }
}
