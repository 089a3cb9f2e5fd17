import { z } from 'zod'
import type { MessageKey } from '../api/messages.ts'

/**
 * A list of at most `max` entries. A longer one is refused before any of its entries is looked at: a schema's own
 * `max` judges them all first, which takes long when a stranger sends a million.
 */
export function listUpTo<Entry extends z.ZodType>(
  entry: Entry,
  max: number,
  messageKey: MessageKey = 'errors.fields.tooMany',
) {
  return checkedFirst(z.array(entry).max(max), (value) =>
    Array.isArray(value) && value.length > max ? messageKey : undefined,
  )
}

/** A schema behind a check that is cheap at any size: the schema does not see what the check refuses. */
export function checkedFirst<Schema extends z.ZodType>(
  schema: Schema,
  fault: (value: unknown) => MessageKey | undefined,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  return z.preprocess((value, context) => {
    const messageKey = fault(value)
    if (messageKey !== undefined) context.addIssue({ code: 'custom', message: messageKey })
    return value
  }, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>
}
