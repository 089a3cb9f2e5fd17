import type { MessageKey } from '../../../contract/api/messages.ts'
import type { Database } from '../../db/database.ts'
import {
  fetchOutside,
  OutsideFailure,
  type OutsideFailureCode,
  type OutsidePolicy,
} from '../../outside/fetch-outside.ts'
import { countLookUp } from '../accounts/sign-in-limits.ts'
import { Refusal } from '../refusal.ts'
import { FairQueue } from '../transform/fair-queue.ts'

const AT_ONCE = 4
const MILLISECONDS = 20_000

const STATUSES: Partial<Record<OutsideFailureCode, number>> = {
  badAddress: 400,
  notAllowed: 403,
  portNotAllowed: 403,
  privateAddress: 403,
}

/** A text, and where it came from in the end. */
export interface OutsideText {
  readonly text: string
  readonly url: string
}

export interface OutsideTextsDeps {
  readonly db: Database
  /** Which addresses may be asked. */
  readonly outside: OutsidePolicy
  /** Texts that one user may have fetched, an hour; 0: no limit. */
  readonly lookUpsPerHour: number
}

/** Fetches texts from the hosts that the operator allows, a few at once, the users taking turns. */
export class OutsideTexts {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE })
  readonly #deps: OutsideTextsDeps

  constructor(deps: OutsideTextsDeps) {
    this.#deps = deps
  }

  /**
   * The text at an address; what it says is for its reader to judge.
   *
   * @throws Refusal 400, 403, 422; 429 where too many of the user wait, or the user had too many fetched lately
   */
  async fetch(userId: string, url: string, mostBytes: number, signal: AbortSignal): Promise<OutsideText> {
    const { db, outside, lookUpsPerHour } = this.#deps
    await countLookUp(db, lookUpsPerHour, userId)
    try {
      const answer = await this.#queue.run(
        userId,
        () =>
          fetchOutside(url, outside, {
            accept: 'application/ld+json, application/json',
            mostBytes,
            milliseconds: MILLISECONDS,
            signal,
          }),
        signal,
      )
      // What is no text is nothing that is looked for; U+0000 would be refused by the reader as well.
      return { text: answer.body.toString('utf8'), url: answer.url }
    } catch (error) {
      if (signal.aborted) throw new Refusal(503, 'errors.unavailable', { retryAfterSeconds: 2 })
      throw error instanceof OutsideFailure ? refusalOf(error) : error
    }
  }
}

function refusalOf({ code, host, status }: OutsideFailure): Refusal {
  const key: MessageKey = `errors.outside.${code}`
  return new Refusal(STATUSES[code] ?? 422, key, {
    details: { host, status: status ?? 0 },
    fields: { url: key },
  })
}
