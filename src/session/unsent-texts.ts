import { z } from 'zod'
import { pointNameSchema } from '../../contract/api/discussion.ts'
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

const keyOf = (userId: string, about: string) => `${UNSENT_PREFIX}${userId} ${about}`

/** What the user has begun to write about something; an empty text where there is nothing. */
export function readUnsent(userId: string, about: string): UnsentText {
  try {
    return unsentSchema.parse(JSON.parse(localStorage.getItem(keyOf(userId, about)) ?? ''))
  } catch {
    return { text: '' }
  }
}

/** Keeps what is being written in the place of what was kept before; an empty text keeps nothing. */
export function keepUnsent(userId: string, about: string, unsent: UnsentText): void {
  try {
    if (unsent.text === '') localStorage.removeItem(keyOf(userId, about))
    else localStorage.setItem(keyOf(userId, about), JSON.stringify(unsent))
  } catch {
    // Storage is refused or full: it stands in the field for as long as the page is open.
  }
}
