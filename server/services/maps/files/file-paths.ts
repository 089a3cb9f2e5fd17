import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '../../../db/new-id.ts'
import type { AccessEpochs } from '../../accounts/access-epochs.ts'

/** What a path opens: the scan with its thumbnails, or one overlay by its number. */
export type FileScope = 'scan' | `v${number}`

/** Signed paths last from half an hour to an hour; within half an hour they stay the same, so that caches hold. */
const STEP_SECONDS = 1_800

type SignedMap = { readonly id: string; readonly accessEpoch: number }

/**
 * Signs paths that open files without a session. Each is given to a user, and ends with any of their sessions, or to
 * whoever has an unlisted link (`viewerId` null), and ends with that.
 */
export interface FilePathSigner {
  /** Path relative to `/api/` of a map's folder; signed where the map is not open to everyone. */
  folder(map: SignedMap, scope: FileScope, isOpen: boolean, viewerId: string | null): string
  /** What opens a scope for a while, as `opens` takes it: for addresses other than those of the files. */
  ticket(map: SignedMap, scope: FileScope, viewerId: string | null): string
  /** Whether a ticket opens the scope of a map at this moment. */
  opens(ticket: string, map: SignedMap, scope: FileScope): Promise<boolean>
}

/**
 * To whom paths are signed that a caller asks for: to themselves, or where they have a ticket alone to whom that was given,
 * so that what it leads to ends with it.
 */
export function signedFor({
  viewerId,
  ticket,
}: {
  readonly viewerId: string | null
  readonly ticket: string | null
}): string | null {
  return viewerId ?? ticket?.split('.')[2] ?? null
}

export function filePathSigner(
  secret: Buffer,
  epochs: Pick<AccessEpochs, 'known' | 'of'>,
  now: () => number = Date.now,
): FilePathSigner {
  const macOf = ({ id, accessEpoch }: SignedMap, scope: FileScope, expiry: number, viewer: string) =>
    createHmac('sha256', secret)
      .update(`${id} ${accessEpoch} ${scope} ${expiry}${viewer}`)
      .digest()
      .subarray(0, 16)
  const viewerOf = (viewerId: string, epoch: number) => ` ${viewerId} ${epoch}`

  const ticket: FilePathSigner['ticket'] = (map, scope, viewerId) => {
    const expiry = (Math.floor(now() / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS
    const viewer = viewerId === null ? '' : viewerOf(viewerId, epochs.known(viewerId))
    const mac = macOf(map, scope, expiry, viewer).toString('base64url')
    return [expiry.toString(36), mac, ...(viewerId === null ? [] : [viewerId])].join('.')
  }
  return {
    folder: (map, scope, isOpen, viewerId) =>
      isOpen ? `files/maps/${map.id}` : `files/s/${ticket(map, scope, viewerId)}/maps/${map.id}`,
    ticket,
    opens: async (ticket, map, scope) => {
      const [expiryText = '', macText = '', viewerId] = ticket.split('.')
      const expiry = Number.parseInt(expiryText, 36)
      if (!Number.isSafeInteger(expiry) || expiry * 1000 <= now()) return false
      if (viewerId !== undefined && !isId(viewerId)) return false
      const viewer = viewerId === undefined ? '' : viewerOf(viewerId, await epochs.of(viewerId))
      const given = Buffer.from(macText, 'base64url')
      const mac = macOf(map, scope, expiry, viewer)
      return given.length === mac.length && timingSafeEqual(given, mac)
    },
  }
}
