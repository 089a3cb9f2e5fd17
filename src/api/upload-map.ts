import type { HttpResponse, Upload } from 'tus-js-client'
import { API_BASE, callPath } from '../../contract/api/define-call.ts'
import { updateMap, uploadMap } from '../../contract/api/maps.ts'
import { RESUMABLE_ABOVE_BYTES } from '../../contract/constants.ts'
import { endSessionOn, callApi } from './call-api.ts'
import { errorOfReply, networkError } from './api-error.ts'
import { readToken } from './bearer-token.ts'

/** Text fields of an upload, as the multipart form carries them. */
export type UploadFields = Readonly<Record<string, string>> & { readonly title: string }

export interface UploadedMap {
  readonly id: string
  readonly basePath: string
}

interface UploadHandlers {
  readonly onProgress: (sentBytes: number) => void
}

/** One upload under way. */
export interface UploadTask {
  /** Whether it can be paused, and goes on after a reload when the same file is chosen again. */
  readonly isResumable: boolean
  pause(): void
  resume(): void
  cancel(): void
  /** Rejects with ApiError, or with a DOMException `AbortError` when cancelled. */
  readonly result: Promise<UploadedMap>
}

const RESUMABLE_PATH = `${API_BASE}/maps/uploads`
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

/** Sends a scan with its metadata: in one request, or in parts that can be resumed where it is large. */
export function startUpload(file: File, fields: UploadFields, handlers: UploadHandlers): UploadTask {
  return file.size > RESUMABLE_ABOVE_BYTES
    ? startResumable(file, fields, handlers)
    : startWhole(file, fields, handlers)
}

const cancelled = () => new DOMException('The upload was cancelled', 'AbortError')

function randomKey(): string {
  // crypto.randomUUID is missing where the page is not served from a secure origin.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** The key under which a file was sent last, and with which fields. */
const sentKeys = new WeakMap<File, { readonly fields: string; readonly key: string }>()

/** One key for one file with the same fields: pressing again after a lost answer gives the map that was stored. */
function idempotencyKey(file: File, fields: UploadFields): string {
  const text = JSON.stringify(fields)
  const last = sentKeys.get(file)
  if (last?.fields === text) return last.key
  const key = randomKey()
  sentKeys.set(file, { fields: text, key })
  return key
}

/** The multipart call. XMLHttpRequest, for fetch tells nothing of what was sent. */
function startWhole(file: File, fields: UploadFields, { onProgress }: UploadHandlers): UploadTask {
  const token = readToken()
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  form.append('image', file, file.name)
  const request = new XMLHttpRequest()
  const result = new Promise<UploadedMap>((resolve, reject) => {
    request.open(uploadMap.method, `${API_BASE}${callPath(uploadMap)}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', idempotencyKey(file, fields))
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
    request.addEventListener('load', () => {
      if (request.status !== 200) {
        const error = errorOfReply(request.status, request.responseText)
        endSessionOn(error, token)
        return reject(error)
      }
      const reply = uploadMap.reply.parse(JSON.parse(request.responseText))
      resolve({ id: reply.id, basePath: reply.basePath })
    })
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(cancelled()))
    request.send(form)
  })
  return {
    isResumable: false,
    pause: () => undefined,
    resume: () => undefined,
    cancel: () => request.abort(),
    result,
  }
}

/** The tus protocol: begun uploads are remembered in this browser by name, size and date of the file. */
function startResumable(file: File, fields: UploadFields, { onProgress }: UploadHandlers): UploadTask {
  let upload: Upload | undefined
  let wasCancelled = false
  let isPaused = false
  let refuse: (error: Error) => void = () => undefined
  const sent = new Promise<UploadedMap>((resolve, reject) => {
    refuse = reject
    void import('tus-js-client').then(async ({ Upload, DetailedError }) => {
      const token = readToken()
      upload = new Upload(file, {
        endpoint: RESUMABLE_PATH,
        // The description follows in a call of its own: metadata travels in a header, which is too short for it.
        metadata: { ...fields, description: '', filename: file.name, filetype: file.type },
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        retryDelays: RETRY_DELAYS_MS,
        removeFingerprintOnSuccess: true,
        // As long as nothing came back it is tried again, offline too: the line may return before the last try.
        onShouldRetry: ({ originalResponse }) => isPassing(originalResponse?.getStatus()),
        onProgress: (bytes) => onProgress(bytes),
        onSuccess: ({ lastResponse }) => {
          const map = mapOfResponse(lastResponse)
          if (map) resolve(map)
          else reject(networkError())
        },
        onError: (error) => {
          const response = error instanceof DetailedError ? error.originalResponse : null
          if (!response) return reject(networkError())
          const refusal = errorOfReply(response.getStatus(), response.getBody())
          endSessionOn(refusal, token)
          reject(refusal)
        },
      })
      const [previous] = await upload.findPreviousUploads()
      if (previous) upload.resumeFromPreviousUpload(previous)
      if (wasCancelled) return reject(cancelled())
      if (!isPaused) upload.start()
    }, reject)
  })
  return {
    isResumable: true,
    pause: () => {
      isPaused = true
      void upload?.abort()
    },
    resume: () => {
      isPaused = false
      upload?.start()
    },
    cancel: () => {
      wasCancelled = true
      void upload?.abort(true).catch(() => undefined)
      refuse(cancelled())
    },
    result: sent.then((map) => describe(map, fields)),
  }
}

/** Whether a refusal may pass by itself: no answer, a server in trouble, or the upload still held by a cut request. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 0 || status >= 500 || status === 409 || status === 423
}

/** The map that the reply completing a resumable upload names. */
function mapOfResponse(response: HttpResponse): UploadedMap | null {
  const id = response.getHeader('Palimpsest-Map-Id')
  const basePath = response.getHeader('Palimpsest-Base-Path')
  return id && basePath ? { id, basePath } : null
}

async function describe(map: UploadedMap, { title, description }: UploadFields): Promise<UploadedMap> {
  if (description) await callApi(updateMap, { params: { id: map.id }, body: { title, description } })
  return map
}
