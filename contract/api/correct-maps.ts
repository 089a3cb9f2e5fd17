import { z } from 'zod'
import { listUpTo } from '../rules/bounded-list.ts'
import { mapChangesSchema } from '../rules/map-fields.ts'
import { defineCall } from './define-call.ts'
import { idSchema } from './map-record.ts'
import type { MessageKey } from './messages.ts'

/** Maps that one request may correct. */
export const MOST_CORRECTED = 500

/** Of how many maps a refusal says what is wrong with them. */
export const MOST_REFUSED_NAMED = 20

export const correctMaps = defineCall({
  method: 'PUT',
  path: '/maps/corrections',
  summary: `Changes the metadata of up to ${MOST_CORRECTED} of the caller’s own maps in one transaction, all of them or none, and notes it in their histories. Refused where one map is not theirs, is being worked on, or is not what \`before\` says any more; \`errors\` then names up to ${MOST_REFUSED_NAMED} maps by their place in the list (\`maps.3.id\`, \`maps.3.changes.title\`). Sent again it changes nothing more.`,
  session: 'required',
  body: z.object({
    maps: listUpTo(z.object({ id: idSchema, changes: mapChangesSchema }), MOST_CORRECTED).refine(
      (maps) => new Set(maps.map(({ id }) => id)).size === maps.length,
      'errors.catalogs.mapTwice' satisfies MessageKey,
    ),
  }),
  hasLargeBody: true,
  reply: z.object({
    status: z.literal('success'),
    /** How many maps were not so already. */
    changed: z.int(),
  }),
  refusals: [403, 404, 409],
})
