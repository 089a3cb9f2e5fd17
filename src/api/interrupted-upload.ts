import type { PreviousUpload } from 'tus-js-client'
import { readToken } from './bearer-token.ts'
import type { UploadFields } from './upload-task.ts'

/** A large upload that was begun in this browser and did not come to its end. */
export interface InterruptedUpload {
  readonly fileName: string
  /** Of the whole file, in bytes. */
  readonly size: number
  /** Of these the server has. */
  readonly sentBytes: number
  /** What the form said when it was begun. */
  readonly fields: UploadFields
  /** Whether this is the very file: what is sent of it would be gone on with. */
  isOf(file: File): boolean
  /** Gives it up: what the server has of it is deleted. */
  forget(): Promise<void>
}

/**
 * What a begun upload is kept under: whose it is, and what tells its file from others.
 *
 * @param replaces the map whose scan it replaces: it is no upload of a new map, and not gone on with as one
 */
export function fingerprintOf(owner: string, file: File, replaces?: string): string {
  const of = replaces === undefined ? prefixOf(owner) : `palimpsest-scan-of-${replaces}-${owner}`
  return [of, file.name, file.type, file.size, file.lastModified].join('-')
}

const prefixOf = (owner: string) => `palimpsest-${owner}`

const storage = async () => {
  const { defaultOptions } = await import('tus-js-client')
  return defaultOptions.urlStorage
}

/** The newest begun upload of a file, or null. */
export async function previousUpload(fingerprint: string): Promise<PreviousUpload | null> {
  const found = await (await storage())?.findUploadsByFingerprint(fingerprint)
  return newestFirst(found ?? [])[0] ?? null
}

/** The newest upload of this user's that the server still has a part of; what it knows nothing of is forgotten. */
export async function interruptedUpload(
  owner: string,
  signal: AbortSignal,
): Promise<InterruptedUpload | null> {
  const kept = await storage()
  const uploads = (await kept?.findAllUploads()) ?? []
  const own = uploads.filter(({ urlStorageKey }) => urlStorageKey.startsWith(`tus::${prefixOf(owner)}-`))
  for (const upload of newestFirst(own)) {
    const forget = async () => kept?.removeUpload(upload.urlStorageKey)
    const { uploadUrl, size } = upload
    const { filename, filetype: _type, title, ...fields } = upload.metadata
    const state = uploadUrl === null || size === null ? 'gone' : await stateOf(uploadUrl, signal)
    if (state === 'gone' || state === size) await forget()
    if (state === 'gone' || state === 'unknown' || uploadUrl === null || size === null || state >= size)
      continue
    return {
      fileName: filename ?? '',
      size,
      sentBytes: state,
      fields: { ...fields, title: title ?? '' },
      isOf: (file) => upload.urlStorageKey.startsWith(`tus::${fingerprintOf(owner, file)}::`),
      forget: async () => {
        await forget()
        await sendTus('DELETE', uploadUrl)
      },
    }
  }
  return null
}

function newestFirst(uploads: readonly PreviousUpload[]): PreviousUpload[] {
  return uploads.toSorted((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))
}

/** Bytes that the server has of an upload. */
async function stateOf(url: string, signal: AbortSignal): Promise<number | 'gone' | 'unknown'> {
  const reply = await sendTus('HEAD', url, signal)
  if (reply?.status === 404 || reply?.status === 410) return 'gone'
  const offset = Number.parseInt(reply?.headers.get('upload-offset') ?? '', 10)
  return reply?.ok && Number.isFinite(offset) ? offset : 'unknown'
}

/** The reply; null where none came. */
async function sendTus(
  method: 'HEAD' | 'DELETE',
  url: string,
  signal?: AbortSignal,
): Promise<Response | null> {
  const token = readToken()
  const headers = {
    'Tus-Resumable': '1.0.0',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  }
  return fetch(url, { method, headers, signal: signal ?? null }).catch(() => null)
}
