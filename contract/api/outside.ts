import { z } from 'zod'
import { defineCall } from './define-call.ts'

/** Longest address that is fetched. */
export const MAX_ADDRESS = 2_000

export const fetchAnnotation = defineCall({
  method: 'POST',
  path: '/annotations/fetch',
  summary:
    'The text of a IIIF Georeference Annotation at an address of a host that the operator allows (403: not allowed, or not of the public internet; 422: it does not answer as it should).',
  session: 'required',
  body: z.object({ url: z.string().min(1).max(MAX_ADDRESS) }),
  reply: z.object({ text: z.string() }),
  refusals: [403, 422],
})
