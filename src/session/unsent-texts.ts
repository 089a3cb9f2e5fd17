import { z } from 'zod'
import { pointNameSchema } from '../../contract/api/discussion.ts'
import { storedValue } from '../ui/stored-value.ts'
import { UNSENT_PREFIX } from './forget-unsent.ts'

const unsentSchema = z.object({
  text: z.string(),
  /** The control point that it is about. */
  point: pointNameSchema.optional(),
  /** Under which mark it was sent, where that has been tried: whether it has arrived is not known. */
  sendKey: z.string().optional(),
})
/** A text that was begun on this device and has not been sent, as far as is known. */
export type UnsentText = z.output<typeof unsentSchema>

const stored = (userId: string, about: string) =>
  storedValue(`${UNSENT_PREFIX}${userId} ${about}`, unsentSchema)

/** What the user has begun to write about something; an empty text where there is nothing. */
export const readUnsent = (userId: string, about: string): UnsentText =>
  stored(userId, about).read() ?? { text: '' }

/**
 * Stores what is being written in place of what was stored before; an empty text removes it. Where storage is refused or
 * full, it is in its field for as long as the page is open.
 */
export const keepUnsent = (userId: string, about: string, unsent: UnsentText): void =>
  void stored(userId, about).write(unsent.text === '' ? undefined : unsent)
