import { callPath } from '../../contract/api/define-call.ts'
import { replaceScan } from '../../contract/api/map-scan.ts'
import { uploadMap } from '../../contract/api/maps.ts'
import { RESUMABLE_ABOVE_BYTES } from '../../contract/constants.ts'
import { endSessionOn } from './send-call.ts'
import { errorOfReply, networkError } from './api-error.ts'
import { readToken } from './bearer-token.ts'
import { randomKey } from './random-key.ts'
import { apiUrl } from './server-address.ts'
import { startResumable } from './resumable-upload.ts'
import { cancelled } from './upload-task.ts'
import type { UploadFields, UploadHandlers, UploadTask } from './upload-task.ts'

/**
 * Sends a scan with its metadata: in one request, or so that it can be resumed where it is large.
 *
 * @param owner id of the signed-in user, whose interrupted uploads alone are gone on with
 * @param key the same for the same upload, whenever it is tried; without one, the file's own as long as the page stands
 */
export function startUpload(
  owner: string,
  file: File,
  fields: UploadFields,
  handlers: UploadHandlers,
  key?: string,
): UploadTask {
  return file.size > RESUMABLE_ABOVE_BYTES
    ? startResumable(owner, file, fields, handlers)
    : startWhole(file, fields, handlers, key ?? idempotencyKey(file, fields))
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
function startWhole(
  file: File,
  fields: UploadFields,
  { onProgress }: UploadHandlers,
  key: string,
): UploadTask {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  form.append('image', file, file.name)
  const { result, cancel } = sendForm(callPath(uploadMap), form, {
    onProgress: (sentBytes) => onProgress(Math.min(sentBytes, file.size)),
    headers: { 'Idempotency-Key': key },
  })
  return {
    isResumable: false,
    pause: () => undefined,
    resume: () => undefined,
    cancel,
    result: result.then((reply) => {
      const { id, basePath } = uploadMap.reply.parse(reply)
      return { id, basePath, isDescribed: true }
    }),
  }
}

/** Sends another file for a map whose scan could not be read; a large one so that it can be resumed. */
export function sendReplacement(
  owner: string,
  mapId: string,
  file: File,
  handlers: UploadHandlers,
): Pick<UploadTask, 'cancel'> & { readonly result: Promise<unknown> } {
  if (file.size > RESUMABLE_ABOVE_BYTES) return startResumable(owner, file, { replaces: mapId }, handlers)
  const form = new FormData()
  form.append('image', file, file.name)
  return sendForm(callPath(replaceScan, { id: mapId }), form, {
    onProgress: handlers.onProgress,
    headers: {},
  })
}

/** A form on its way, and its reply. */
interface SentForm {
  readonly cancel: () => void
  readonly result: Promise<unknown>
}

interface SendFormOptions {
  readonly onProgress: (sentBytes: number) => void
  readonly headers: Readonly<Record<string, string>>
}

function sendForm(path: string, form: FormData, { onProgress, headers }: SendFormOptions): SentForm {
  const token = readToken()
  const request = new XMLHttpRequest()
  const result = new Promise<unknown>((resolve, reject) => {
    request.open('POST', apiUrl(path))
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text)
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      if (request.status === 200) return resolve(JSON.parse(request.responseText))
      const error = errorOfReply(request.status, request.responseText)
      endSessionOn(error, token)
      return reject(error)
    })
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(cancelled()))
    request.send(form)
  })
  return { cancel: () => request.abort(), result }
}
