import { z } from 'zod'
import { MAX_LENGTH, MAX_MAPS_ON_SCAN } from '../constants.ts'
import { maskRing } from '../rules/control-points.ts'
import { requiredTextUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { idParams, mapRecordSchema, ringSchema } from './map-record.ts'

/** Another map of the same scan, as a scan shows it. */
export const scanMapSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    isOwner: z.boolean(),
    isPublic: z.boolean(),
    isTransformed: z.boolean(),
    /**
     * Polygons on the scan in image pixels (even-odd), the part of it that is this map: the crop of the caller’s draft, or
     * else of the published overlay. Null: the whole scan.
     */
    region: z.array(ringSchema).nullable(),
  })
  .meta({ id: 'ScanMap' })
export type ScanMap = z.output<typeof scanMapSchema>

export const mapsOnScan = defineCall({
  method: 'GET',
  path: '/map/:id/on-scan',
  summary:
    'The other maps on the scan of a map that the caller may see, in the order in which they were added.',
  session: 'optional',
  params: idParams,
  reply: z.object({ maps: z.array(scanMapSchema).max(MAX_MAPS_ON_SCAN) }),
  refusals: [404],
})

export const addMapOnScan = defineCall({
  method: 'POST',
  path: '/map/:id/another',
  summary: `Makes another map of the scan of an own map: private, without control points, with what the first says of the original. \`title\` is made up where it is left out; \`region\` begins its draft with that part of the scan as its crop. It counts among the maps of a month and takes no room for the scan. 409: the scan is not ready, or has ${MAX_MAPS_ON_SCAN} maps.`,
  session: 'required',
  params: idParams,
  body: z
    .object({ title: requiredTextUpTo(MAX_LENGTH.title).optional(), region: maskRing.optional() })
    .nullish(),
  reply: mapRecordSchema,
  refusals: [403, 404, 409],
})
