import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { idParams } from './map-record.ts'

const reply = z.object({ status: z.literal('success') })

export const retryScan = defineCall({
  method: 'POST',
  path: '/map/:id/scan/retry',
  summary:
    'Tries again to read the scan of a map that could not be read or fetched (409: it could). 429 while too many scans of the user wait for theirs.',
  session: 'required',
  params: idParams,
  reply,
  refusals: [403, 404, 409, 507],
})

export const replaceScan = defineCall({
  method: 'POST',
  path: '/map/:id/scan',
  summary:
    'Puts another file (`image`) in the place of a scan that could not be read, under the same map with all that is said of it (409: it could be read). It takes no place among the maps of a month.',
  session: 'required',
  params: idParams,
  encoding: 'multipart',
  body: z.object({}),
  reply,
  refusals: [403, 404, 409, 413, 415, 507],
})
