import { z } from 'zod'
import { mapFieldsSchema } from '../rules/map-fields.ts'
import { defineCall } from './define-call.ts'
import { idParams } from './map-record.ts'
import { uploadMap } from './maps.ts'
import { MAX_ADDRESS } from './outside.ts'

/** Most images of a manifest that are listed; others are chosen by their number all the same. */
export const MAX_PAGES_TOLD = 1_000

const address = z.string().min(1).max(MAX_ADDRESS)

/** What an archive says of a map, as far as the fields of one can hold it. */
const foundFieldsSchema = z.object({
  title: z.string().nullable(),
  date: z.string().nullable(),
  creator: z.string().nullable(),
  publisher: z.string().nullable(),
  description: z.string().nullable(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
})
export type FoundFields = z.output<typeof foundFieldsSchema>

const REFUSALS = [403, 422] as const

export const lookUpIiif = defineCall({
  method: 'POST',
  path: '/maps/import-iiif/look-up',
  summary:
    'What is at the address of a IIIF manifest (Presentation 2 and 3) or image service (Image API 2 and 3): its images in their order, and what is said of it (403: a host that the operator does not allow, or not of the public internet; 422: no IIIF, or it does not answer as it should).',
  session: 'required',
  body: z.object({ url: address }),
  reply: z.object({
    fields: foundFieldsSchema,
    /** At most `MAX_PAGES_TOLD`. */
    pages: z.array(
      z.object({ label: z.string().nullable(), width: z.int().nullable(), height: z.int().nullable() }),
    ),
    pageCount: z.int(),
  }),
  refusals: REFUSALS,
})
export type FoundIiif = z.output<(typeof lookUpIiif)['reply']>

export const importIiif = defineCall({
  method: 'POST',
  path: '/maps/import-iiif',
  summary:
    'Makes a map of an image at a IIIF address: it is there at once, its image is fetched by a job (`processing.state`: `fetching`) and then prepared as an upload is. `page` counts from 1 and is needed where the manifest has several images. Of `fields` those that are absent are taken from the manifest.',
  session: 'required',
  body: z.object({
    url: address,
    page: z.int().min(1).max(1_000_000).optional(),
    fields: mapFieldsSchema.optional(),
  }),
  reply: uploadMap.reply,
  refusals: [...REFUSALS, 507],
})

export const retryImport = defineCall({
  method: 'POST',
  path: '/maps/import-iiif/:id/retry',
  summary:
    'Tries again to fetch the image of a map that could not be fetched (`canFetchAgain`): the map is the same, and what has come within a day is not fetched twice. One that is being fetched goes on (409: there is nothing to fetch).',
  session: 'required',
  params: idParams,
  reply: z.object({ status: z.literal('success') }),
  refusals: [403, 404, 409, 507],
})

export const cancelImport = defineCall({
  method: 'DELETE',
  path: '/maps/import-iiif/:id',
  summary:
    'Gives up a map whose image is still being fetched: nothing of it stays (409: it is not being fetched).',
  session: 'required',
  params: idParams,
  reply: z.object({ status: z.literal('success') }),
  refusals: [403, 404, 409],
})
