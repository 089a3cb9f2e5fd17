import { Upload } from 'tus-js-client'
import { API_BASE } from '../../contract/api/define-call.ts'
import type { Caller } from './api.ts'

export interface ResumableSend {
  readonly fileName?: string
  readonly title?: string
  /** Of what is sent; needed where the content is a stream. */
  readonly size?: number
  /** Bytes of one request; all in one without it. */
  readonly chunkBytes?: number
}

/** The head of a little-endian TIFF: what is sent is taken for one until it is converted. */
export const TIFF_HEAD = Buffer.from('II*\0\b\0\0\0', 'latin1')

/** Pauses that outlast a server's restart, as the web client's do. */
const RETRY_DELAYS_MS = Array<number>(600).fill(100)

/** Sends a file by the protocol's own client, unattended: it goes on by itself after every cut. Returns the map's id. */
export function sendResumable(
  caller: Caller,
  content: Upload['file'],
  { fileName = 'scan.tif', title = 'Sent in parts', size, chunkBytes }: ResumableSend = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${caller.url}${API_BASE}/maps/uploads`,
      metadata: { filename: fileName, title },
      headers: { Authorization: `Bearer ${caller.token}` },
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      ...(size !== undefined && { uploadSize: size }),
      ...(chunkBytes !== undefined && { chunkSize: chunkBytes }),
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        return status === 0 || status >= 500 || status === 409
      },
      onSuccess: ({ lastResponse }) => {
        const id = lastResponse.getHeader('Palimpsest-Map-Id')
        if (id) resolve(id)
        else reject(new Error('the upload ended without a map'))
      },
      onError: reject,
    })
    upload.start()
  })
}

/** One request of the protocol, by hand. */
export function askUploads(
  caller: Caller,
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE',
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<Response> {
  return fetch(new URL(path, caller.url), {
    method,
    headers: { authorization: `Bearer ${caller.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
}

/** Begins an upload; the answer's `location` is its path. */
export function beginUpload(
  caller: Caller,
  bytes: number,
  metadata: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const texts = Object.entries(metadata).map(
    ([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`,
  )
  return askUploads(caller, 'POST', `${API_BASE}/maps/uploads`, {
    'upload-length': String(bytes),
    'upload-metadata': texts.join(','),
    ...headers,
  })
}

/** Sends a part of an upload from `offset` on. */
export function sendPart(caller: Caller, path: string, offset: number, part: Uint8Array): Promise<Response> {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return askUploads(caller, 'PATCH', path, headers, part)
}
