import { z } from 'zod'

/**
 * Body of every reply that is not 200. `message` and `error` carry the same English text; `messageKey` is its key in
 * the namespace `errors` of the interface texts, `details` the values that the text names.
 */
export const apiErrorSchema = z
  .object({
    message: z.string(),
    messageKey: z.string(),
    error: z.string(),
    /** Field of the request → what is wrong with it. Nested fields are joined by dots (`imagePoints.3.pixelX`). */
    errors: z.record(z.string(), z.string()).optional(),
    /** Field of the request → message key of the same text. */
    errorKeys: z.record(z.string(), z.string()).optional(),
    /** Field of the request → the values that its text names. */
    errorDetails: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
    details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    /** Rate-limit data of a 429. */
    minutesRemaining: z.number().int().optional(),
    nextAttemptAt: z.string().nullable().optional(),
    remainingAttempts: z.number().int().optional(),
    totalAttempts: z.number().int().optional(),
  })
  .meta({ id: 'ApiError' })

export type ApiErrorBody = z.output<typeof apiErrorSchema>
