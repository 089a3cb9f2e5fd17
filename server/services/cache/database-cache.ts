import { NextAnswers } from './coalesced-loads.ts'

/** Finds an answer for a question of that name, or has one that is as good. */
export interface Answers<Answer> {
  of(name: string, find: () => Promise<Answer>): Promise<Answer>
}

/** What the outer has not, it asks the inner for. */
export const throughBoth = <Answer>(outer: Answers<Answer>, inner: Answers<Answer>): Answers<Answer> => ({
  of: (name, find) => outer.of(name, () => inner.of(name, find)),
})

/** Reads a text that stays the same for as long as a question to the database has the same answer. */
export type ReadState = () => Promise<string>

/** What all answers of a server share: what the database's state is, read once for all who ask at a time. */
export class DatabaseState {
  readonly #reads = new NextAnswers<string>()
  readonly #read: ReadState

  constructor(read: ReadState) {
    this.#read = read
  }

  /** The state at a moment after the question. */
  now(): Promise<string> {
    return this.#reads.of('state', this.#read)
  }
}

interface Kept<Answer> {
  readonly state: string
  readonly answer: Promise<Answer>
}

/**
 * Answers of the database that are kept for as long as nothing is written to it: as new as if they were asked for again.
 * Those that were not asked for longest are forgotten first.
 */
export class UnchangedAnswers<Answer> implements Answers<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>()
  readonly #state: DatabaseState
  readonly #most: number

  /** @param most how many answers are kept */
  constructor(state: DatabaseState, most: number) {
    this.#state = state
    this.#most = most
  }

  /** @param find asks the database, and nothing that changes by itself */
  async of(name: string, find: () => Promise<Answer>): Promise<Answer> {
    const state = await this.#state.now()
    const known = this.#kept.get(name)
    this.#kept.delete(name)
    const entry = known?.state === state ? known : { state, answer: this.#find(name, state, find) }
    this.#kept.set(name, entry)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    return entry.answer
  }

  async #find(name: string, state: string, find: () => Promise<Answer>): Promise<Answer> {
    let isUnchanged = false
    try {
      const answer = await find()
      // What was written meanwhile may be in the answer or not: it is no answer to who asks later.
      isUnchanged = (await this.#state.now()) === state
      return answer
    } finally {
      if (!isUnchanged && this.#kept.get(name)?.state === state) this.#kept.delete(name)
    }
  }
}
