import { z } from 'zod'
import { idSchema } from '../../contract/api/map-record.ts'
import type { ApiServer } from '../plugins/api-server.ts'
import { WORD_FILE_FORMATS, type WordFileDeps, wordFileOf } from '../services/downloads/word-files.ts'
import { refusalResponses } from './add-call.ts'
import { callerOf } from './caller.ts'
import { fileDisposition } from './file-disposition.ts'
import { letAnyPageRead, PRIVATE } from './tile-routes.ts'

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', geojson: 'application/geo+json' } as const
/** What became private must be gone within a minute. */
const MAX_AGE_SECONDS = 60

const file = { schema: z.string() }

/** The words on scans as files: of a public map for anyone, of a private one for its owner. */
export function addWordFileRoutes(app: ApiServer, deps: WordFileDeps): void {
  app.route({
    method: 'GET',
    url: '/map/:id/words.:format',
    exposeHeadRoute: false,
    config: { session: 'optional' },
    schema: {
      summary:
        'The words on the scan of a map, where they were read: csv, in pixels and where it is placed in longitude and latitude; geojson of a placed map.',
      tags: ['map'],
      params: z.object({ id: idSchema, format: z.enum(WORD_FILE_FORMATS) }),
      response: {
        200: { description: 'The file.', content: { 'text/csv': file, 'application/geo+json': file } },
        304: z.null().describe('As the caller’s If-None-Match has it.'),
        ...refusalResponses([400, 404, 429, 500, 503]),
      },
    },
    handler: async (request, reply) => {
      const { id, format } = request.params
      const caller = { viewerId: request.session?.user.id ?? null, address: callerOf(request).address }
      const { mapId, title, content, isOpen } = await wordFileOf(deps, caller, id, format)
      if (isOpen) letAnyPageRead(reply)
      return reply
        .header('cache-control', isOpen ? `public, max-age=${MAX_AGE_SECONDS}` : PRIVATE)
        .header('vary', 'authorization')
        .header(
          'content-disposition',
          fileDisposition('attachment', { mapId, title, ending: `-words.${format}` }),
        )
        .type(MEDIA_TYPES[format])
        .send(content)
    },
  })
}
