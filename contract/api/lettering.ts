import { z } from 'zod'
import { listUpTo } from '../rules/bounded-list.ts'
import { booleanText } from '../rules/query-text.ts'
import { isStorable, requiredTextUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { idParams, jobErrorSchema, momentSchema } from './map-record.ts'

/** Most words that are stored of one scan. */
export const MAX_WORDS = 5_000
/** Most words that a search lists. */
export const MAX_FOUND_WORDS = 50
/** Longest text of a word. */
export const MAX_WORD_LENGTH = 200

/** Who says what a word of a scan is. */
export const WORD_SOURCES = ['model', 'person'] as const

/**
 * A label of a scan. Places and lengths are pixels of the scan: x to the right, y down. `angle`: direction of the text,
 * degrees clockwise on the screen from the x axis.
 */
export const wordSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
  angle: z.number().min(-180).max(180),
  text: requiredTextUpTo(MAX_WORD_LENGTH),
  /** 0 to 1; 1 where a person has said it. */
  certainty: z.number().min(0).max(1),
  by: z.enum(WORD_SOURCES),
})
export type ScanWord = z.output<typeof wordSchema>

/** none: nobody has asked for it. waiting, reading: it is under way. failed: it may be asked for again. */
export const READING_STATES = ['none', 'waiting', 'reading', 'done', 'failed'] as const

const letteringSchema = z.object({
  state: z.enum(READING_STATES),
  /** Of the reading that is under way, 0 to 100. */
  percent: z.number(),
  /** Why it failed. */
  error: jobErrorSchema.optional(),
  /** When the words were last read or corrected; null: never. */
  readAt: momentSchema.nullable(),
  words: z.array(wordSchema).max(MAX_WORDS),
})
export type ScanLettering = z.output<typeof letteringSchema>

export const scanLettering = defineCall({
  method: 'GET',
  path: '/maps/:id/lettering',
  summary: 'The words on a scan as far as they are known, and how far reading them has come.',
  session: 'optional',
  params: idParams,
  /** `words=false`: how far reading has come alone, `words` is empty. */
  query: z.object({ words: booleanText().optional() }),
  reply: letteringSchema,
  refusals: [404],
})

/** For whoever may set control points of the map. Asked for twice it is read once. */
export const readLettering = defineCall({
  method: 'POST',
  path: '/maps/:id/lettering/reading',
  summary: 'Reads the words on a scan in the background. 429 past the limit of the hour.',
  session: 'required',
  params: idParams,
  reply: letteringSchema,
  refusals: [403, 404, 409],
})

export const cancelReading = defineCall({
  method: 'DELETE',
  path: '/maps/:id/lettering/reading',
  summary: 'Stops reading the words on a scan. What was read before stays.',
  session: 'required',
  params: idParams,
  reply: letteringSchema,
  refusals: [403, 404],
})

/** As `Proposal` of the room `lettering`. */
export const pointProposalSchema = z.object({
  /** Pixels of the scan, y down. */
  image: z.tuple([z.number(), z.number()]),
  /** Degrees of WGS 84. */
  map: z.tuple([z.number(), z.number()]),
  /** The word as it was read, and the place's name. */
  read: z.string(),
  name: z.string(),
  /** log10 of the odds that the word names this place. */
  odds: z.number(),
})
export type PointProposal = z.output<typeof pointProposalSchema>

/** Why nothing is proposed, or `found`. */
export const PROPOSAL_REASONS = ['found', 'no-words', 'no-places', 'few-names', 'no-agreement'] as const

const pointProposalsSchema = z.object({
  /** Best first; the first twelve are spread well. Empty unless found. */
  points: z.array(pointProposalSchema),
  /** log10 of the odds of the whole. */
  odds: z.number(),
  reason: z.enum(PROPOSAL_REASONS),
})
export type PointProposals = z.output<typeof pointProposalsSchema>

/**
 * For whoever may set control points of the map. 409: the scan's words have not been read. 422: there are too many words
 * and places to compare them in time.
 */
export const pointProposals = defineCall({
  method: 'POST',
  path: '/maps/:id/point-proposals',
  summary: 'Control points that the words on a scan propose. Nothing is stored.',
  session: 'required',
  params: idParams,
  body: z.object({
    /** Where the map may lie: places within so many km. Absent: the whole world. */
    near: z
      .object({
        lon: z.number().min(-180).max(180),
        lat: z.number().min(-90).max(90),
        km: z.number().positive().max(20_040),
      })
      .optional(),
  }),
  reply: pointProposalsSchema,
  refusals: [403, 404, 409, 422],
})

/** For whoever may edit the map's record. Replaces all words; sizes and places are bounded by the scan. */
export const correctWords = defineCall({
  method: 'PUT',
  path: '/maps/:id/lettering',
  summary: 'Stores the words on a scan as a person has corrected or completed them.',
  session: 'required',
  params: idParams,
  body: z.object({
    words: listUpTo(wordSchema, MAX_WORDS),
    /** `readAt` of the words that were corrected: 409 where others have come since. */
    since: momentSchema.nullable(),
  }),
  hasLargeBody: true,
  reply: letteringSchema,
  refusals: [403, 404, 409],
})

const foundWordSchema = z.object({
  mapId: z.string(),
  title: z.string(),
  year: z.int().nullable(),
  thumbnailPath: z.string().nullable(),
  word: wordSchema,
  /** Where the word lies, degrees of WGS 84; null where the map is not published. */
  place: z.tuple([z.number(), z.number()]).nullable(),
  /** EPSG:3857 metres that a pixel of the scan takes there; null where `place` is. */
  metresPerPx: z.number().positive().nullable(),
})
export type FoundWord = z.output<typeof foundWordSchema>

export const findWords = defineCall({
  method: 'GET',
  path: '/words',
  summary:
    'Finds words on the scans of maps that the caller may see: folded, with misspellings, surest first.',
  session: 'optional',
  query: z.object({ q: z.string().trim().min(2).max(100).refine(isStorable) }),
  reply: z.object({
    words: z.array(foundWordSchema).max(MAX_FOUND_WORDS),
    /** More were found than are listed. */
    more: z.boolean(),
  }),
})
