import { z } from 'zod'
import { baseMapsSchema } from '../base-map.ts'
import { defineCall } from './define-call.ts'
import { OPEN_CALLS } from './open-calls.ts'

export const healthCheck = defineCall({
  ...OPEN_CALLS.healthCheck,
  summary: 'Whether the server is ready to serve: 503 while the database is away and while it stops.',
  reply: z.object({ status: z.literal('ok'), serverTime: z.string() }),
})

export const liveness = defineCall({
  method: 'GET',
  path: '/health-check/live',
  summary: 'Whether the process answers at all, whatever became of the database.',
  session: 'none',
  reply: z.object({ status: z.literal('ok') }),
})

export const navigationCounts = defineCall({
  method: 'GET',
  path: '/navigation-counts',
  summary: 'The badges of the sidebar.',
  session: 'required',
  reply: z.object({
    undiscoveredMaps: z.int(),
    myAssignments: z.int(),
    assignedToOthers: z.int(),
  }),
})

export const instanceFigures = defineCall({
  ...OPEN_CALLS.instanceFigures,
  summary: 'How many people and maps this instance has, some minutes old.',
  reply: z.object({
    /** Null while fewer than 20 public maps are there: so few say nothing of the instance. */
    figures: z
      .object({
        users: z.int(),
        publicMaps: z.int(),
        /** Maps with a published overlay, public or not. */
        georeferencedMaps: z.int(),
      })
      .nullable(),
  }),
})

export const config = defineCall({
  ...OPEN_CALLS.config,
  summary: 'What the client needs to know about this instance.',
  reply: z.object({
    baseMaps: baseMapsSchema,
    serverTime: z.string(),
    /** Where the people who run this instance are reached: a `mailto:` or `https:` address; null: they name none. */
    contact: z.string().nullable(),
    /** Whether places are looked up at a service elsewhere too, which takes longer than the names that are here. */
    searchesOutside: z.boolean().default(false),
    /** Hosts that the server fetches annotations from; `*`: any; empty: none. */
    outsideHosts: z.array(z.string()).default([]),
    limits: z.object({
      maxUploadBytes: z.number(),
      /** 0: no limit. */
      transformsPerHour: z.int(),
      mapsPerMonth: z.int(),
      claimHours: z.number(),
    }),
  }),
})
