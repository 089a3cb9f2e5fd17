import { z } from 'zod'
import { MAX_UPLOAD_BYTES } from '../constants.ts'
import { listUpTo } from '../rules/bounded-list.ts'
import { DIGEST_BLOCK_BYTES, DIGEST_FORM } from '../scan-digest.ts'
import { defineCall } from './define-call.ts'
import { idParams } from './map-record.ts'

/** Sizes that one request may ask about, and scans that it names. */
export const MOST_SCAN_SIZES = 500
export const MOST_SCANS_NAMED = 1_000

export const ownScans = defineCall({
  method: 'POST',
  path: '/maps/own-scans',
  summary: `Which of the caller’s scans have one of some sizes, at most ${MOST_SCANS_NAMED} of them, the earliest first, and what tells their contents apart: SHA-256 of the SHA-256 of their blocks of ${DIGEST_BLOCK_BYTES} bytes. Scans that have not been read yet, and those in the trash, are left out.`,
  session: 'required',
  tokens: 'read',
  body: z.object({ sizes: listUpTo(z.int().min(1).max(MAX_UPLOAD_BYTES), MOST_SCAN_SIZES) }),
  reply: z.object({
    scans: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          bytes: z.int(),
          digest: z.string().regex(DIGEST_FORM),
        }),
      )
      .max(MOST_SCANS_NAMED),
  }),
})

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
