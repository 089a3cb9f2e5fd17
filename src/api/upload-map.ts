import { callPath } from '../../contract/api/define-call.ts'
import { uploadMap } from '../../contract/api/maps.ts'
import { RESUMABLE_ABOVE_BYTES } from '../../contract/constants.ts'
import { endSessionOn } from './send-call.ts'
import { errorOfReply, networkError } from './api-error.ts'
import { readToken } from './bearer-token.ts'
import { randomKey } from './random-key.ts'
import { apiUrl } from './server-address.ts'
import { startResumable } from './resumable-upload.ts'
import { cancelled } from './upload-task.ts'
import type { UploadFields, UploadHandlers, UploadTask, UploadedMap } from './upload-task.ts'

/**
 * Sends a scan with its metadata: in one request, or so that it can be resumed where it is large.
 *
 * @param owner id of the signed-in user, whose interrupted uploads alone are gone on with
 */
export function startUpload(
  owner: string,
  file: File,
  fields: UploadFields,
  handlers: UploadHandlers,
): UploadTask {
  return file.size > RESUMABLE_ABOVE_BYTES
    ? startResumable(owner, file, fields, handlers)
    : startWhole(file, fields, handlers)
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
    request.open(uploadMap.method, apiUrl(callPath(uploadMap)))
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
      resolve({ id: reply.id, basePath: reply.basePath, isDescribed: true })
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
