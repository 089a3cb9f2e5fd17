import { z } from 'zod'
import type { MessageKey } from '../api/messages.ts'

const invalid = { error: 'errors.invalidRequest' satisfies MessageKey }

/** A whole number of a query string; a caller may hand over the number itself. */
export function integerText(min: number, max: number) {
  return z
    .union([
      z.int(),
      z
        .string()
        .regex(/^-?[0-9]{1,9}$/, invalid)
        .transform(Number),
    ])
    .refine((value) => value >= min && value <= max, invalid)
}

/** `true` or `false` of a query string; a caller may hand over the boolean itself. */
export function booleanText() {
  return z.union([z.boolean(), z.enum(['true', 'false'], invalid).transform((text) => text === 'true')])
}
