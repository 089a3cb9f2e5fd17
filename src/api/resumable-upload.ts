import type { HttpResponse, Upload } from 'tus-js-client'
import { updateMap } from '../../contract/api/maps.ts'
import { RESUMABLE_REQUEST_BYTES } from '../../contract/constants.ts'
import { uploadFieldsSchema } from '../../contract/rules/map-fields.ts'
import { ApiError, errorOfReply, networkError } from './api-error.ts'
import { readToken } from './bearer-token.ts'
import { callApi } from './call-api.ts'
import { endSessionOn } from './send-call.ts'
import { fingerprintOf, previousUpload } from './interrupted-upload.ts'
import { apiUrl } from './server-address.ts'
import { cancelled } from './upload-task.ts'
import type { UploadFields, UploadHandlers, UploadTask, UploadedMap } from './upload-task.ts'

const RESUMABLE_PATH = '/maps/uploads'

/** Ever more patiently, then each half minute for a day: a long upload ends without anybody at the keyboard. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, ...Array<number>(2_880).fill(30_000)]
const DESCRIBE_DELAYS_MS = [1_000, 5_000, 15_000]

/** The map whose scan is replaced, instead of what is said of a new one. */
export interface Replacement {
  readonly replaces: string
}

/** The tus protocol: begun uploads are remembered in this browser by owner, name, size and date of the file. */
export function startResumable(
  owner: string,
  file: File,
  content: UploadFields | Replacement,
  handlers: UploadHandlers,
): UploadTask {
  const replaces = 'replaces' in content ? content.replaces : undefined
  const fingerprint = fingerprintOf(owner, file, replaces)
  let upload: Upload | undefined
  let wasCancelled = false
  let isPaused = false
  let isWaiting = false
  /** What the server said of an upload that cannot go on; the protocol's client would begin a new one. */
  let refusal: ApiError | undefined
  let refuse: (error: Error) => void = () => undefined
  const token = readToken()

  const goOnAtOnce = () => {
    if (isWaiting && !isPaused) void upload?.abort().then(() => upload?.start())
  }
  window.addEventListener('online', goOnAtOnce)

  const sent = new Promise<UploadedMap>((resolve, reject) => {
    refuse = reject
    void import('tus-js-client').then(async ({ Upload }) => {
      const previous = await previousUpload(fingerprint)
      upload = new Upload(file, {
        endpoint: apiUrl(RESUMABLE_PATH),
        // The description follows in a call of its own: metadata travels in a header, which is too short for it.
        metadata: {
          ...content,
          ...(replaces === undefined && { description: '' }),
          filename: file.name,
          filetype: file.type,
        },
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        chunkSize: RESUMABLE_REQUEST_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        removeFingerprintOnSuccess: true,
        fingerprint: () => Promise.resolve(fingerprint),
        onAfterResponse: (request, response) => {
          if (request.getMethod() !== 'HEAD') return
          const status = response.getStatus()
          // Of these the protocol's client would make an upload from the beginning; what was sent is still there.
          if (status === 401) refusal = errorOfReply(status, response.getBody())
          if (refusal || isTrouble(status)) throw new Error(`the upload was not found out about: ${status}`)
        },
        // As long as nothing came back it is tried again, offline too: the connection may return before the last try.
        onShouldRetry: ({ originalResponse }) => {
          if (refusal || !isPassing(originalResponse?.getStatus())) return false
          isWaiting = true
          handlers.onWaiting()
          return true
        },
        onProgress: (bytes) => {
          isWaiting = false
          handlers.onProgress(bytes)
        },
        onSuccess: ({ lastResponse }) => {
          const map = mapOfResponse(lastResponse)
          if (!map) return reject(networkError())
          if ('replaces' in content) return resolve({ ...map, isDescribed: true })
          const isKnown = previous === null || sameTexts(previous.metadata, content)
          void describe(map, content, isKnown).then(resolve)
        },
        onError: (error) => {
          const response = 'originalResponse' in error ? error.originalResponse : null
          const reason = refusal ?? (response ? errorOfReply(response.getStatus(), response.getBody()) : null)
          if (!reason) return reject(networkError())
          endSessionOn(reason, token)
          reject(reason)
        },
      })
      if (previous) upload.resumeFromPreviousUpload(previous)
      if (wasCancelled) return reject(cancelled())
      if (!isPaused) upload.start()
    }, reject)
  })
  const stopListening = () => window.removeEventListener('online', goOnAtOnce)
  sent.then(stopListening, stopListening)

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
    result: sent,
  }
}

/** A full disk is no passing trouble: the server has removed what it had of the upload. */
const DISK_FULL = 507
const isTrouble = (status: number) => (status >= 500 && status !== DISK_FULL) || status === 409

/** Whether a refusal may pass by itself: no answer, a server in trouble, or the upload still held by a cut request. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 0 || isTrouble(status) || status === 423
}

/** The map that the reply completing a resumable upload names. */
function mapOfResponse(response: HttpResponse): Pick<UploadedMap, 'id' | 'basePath'> | null {
  const id = response.getHeader('Palimpsest-Map-Id')
  const basePath = response.getHeader('Palimpsest-Base-Path')
  return id && basePath ? { id, basePath } : null
}

/** Whether an upload begun earlier was begun with the same texts, its description aside. */
function sameTexts(begun: Readonly<Record<string, string>>, fields: UploadFields): boolean {
  return Object.keys({ ...begun, ...fields })
    .filter((name) => !['description', 'filename', 'filetype'].includes(name))
    .every((name) => (begun[name] ?? '') === (fields[name] ?? ''))
}

/** Saves what the upload could not carry. The map is there by now, so that nothing here may seem a failed upload. */
async function describe(
  map: Pick<UploadedMap, 'id' | 'basePath'>,
  fields: UploadFields,
  isKnown: boolean,
): Promise<UploadedMap> {
  const { title, description } = fields
  if (isKnown && !description) return { ...map, isDescribed: true }
  const body = isKnown ? { title, description } : uploadFieldsSchema.parse(fields)
  for (const delay of [...DESCRIBE_DELAYS_MS, null]) {
    try {
      await callApi(updateMap, { params: { id: map.id }, body })
      return { ...map, isDescribed: true }
    } catch (error) {
      const mayPass = error instanceof ApiError && isPassing(error.status)
      if (delay === null || !mayPass) break
      await new Promise((wake) => setTimeout(wake, delay))
    }
  }
  return { ...map, isDescribed: false }
}
