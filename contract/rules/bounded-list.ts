import { z } from 'zod'
import type { MessageKey } from '../api/messages.ts'

/**
 * A list of `least` to `max` entries. A longer one is refused before any of its entries is looked at: a schema's own
 * `max` judges them all first, which takes long when a stranger sends a million. Of wrong entries the first is named,
 * so that no refusal is larger than what it refuses.
 */
export function listUpTo<Entry extends z.ZodType>(
  entry: Entry,
  max: number,
  messageKey: MessageKey = 'errors.fields.tooMany',
  least = 0,
): z.ZodType<z.output<Entry>[], z.input<Entry>[]> {
  const list = z.preprocess((value, context) => {
    if (!Array.isArray(value)) return value
    if (value.length > max) context.addIssue({ code: 'custom', message: messageKey })
    else addFirstFault(value.entries(), entry, context)
    return value
  }, z.array(entry).min(least).max(max))
  return list as unknown as z.ZodType<z.output<Entry>[], z.input<Entry>[]>
}

/** Says of the first entry that a schema refuses what is wrong with it, under its own name. */
function addFirstFault(
  entries: Iterable<readonly [name: string | number, value: unknown]>,
  schema: z.ZodType,
  context: z.RefinementCtx,
): void {
  for (const [name, value] of entries) {
    const { error } = schema.safeParse(value)
    if (!error) continue
    for (const issue of error.issues) context.addIssue({ ...issue, path: [name, ...issue.path] })
    return
  }
}

/** An object of at most `max` properties, as {@link listUpTo}: of wrong ones the first is named. */
export function recordUpTo<Value extends z.ZodType>(
  name: z.ZodString,
  value: Value,
  max: number,
  messageKey: MessageKey = 'errors.fields.tooMany',
): z.ZodType<Record<string, z.output<Value>>, Record<string, z.input<Value>>> {
  const record = z.preprocess(
    (given, context) => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
      const names = Object.keys(given)
      if (names.length > max) {
        context.addIssue({ code: 'custom', message: messageKey })
        return given
      }
      const wrong = names.find((one) => !name.safeParse(one).success)
      if (wrong === undefined) addFirstFault(Object.entries(given), value, context)
      else addFirstFault([[wrong.slice(0, LONGEST_NAME), wrong]], name, context)
      return given
    },
    z.record(name, value),
  )
  return record as unknown as z.ZodType<Record<string, z.output<Value>>, Record<string, z.input<Value>>>
}

/** What a refusal repeats of a property's name. */
const LONGEST_NAME = 40

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
