/** What a search box asks for. */
export interface SearchQuestion {
  readonly text: string
  readonly boundaries: boolean
}

export type SearchState<Found> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'searching' }
  | {
      readonly phase: 'found'
      readonly found: readonly Found[]
      /** More may follow these. */
      readonly isMore?: true
    }
  | { readonly phase: 'failed' }

/** Searches; `onFirst` is told what is known before the whole answer has come. */
export type Search<Found> = (
  question: SearchQuestion,
  signal: AbortSignal,
  onFirst: (found: readonly Found[]) => void,
) => Promise<readonly Found[]>

/** Pause after typing, and after the boundaries were switched, in milliseconds. */
export const TYPING_PAUSE_MS = 300
export const BOUNDARIES_PAUSE_MS = 100

/**
 * Turns keystrokes into searches: waits for a pause, ends the search before, tells of each state once. An answer to a
 * question that was changed meanwhile is never shown.
 */
export class SearchSchedule<Found> {
  readonly #search: Search<Found>
  readonly #onState: (state: SearchState<Found>) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: AbortController | undefined

  constructor(search: Search<Found>, onState: (state: SearchState<Found>) => void) {
    this.#search = search
    this.#onState = onState
  }

  /** Searches for the question after a pause; blank texts are not searched for. */
  searchAfterPause(question: SearchQuestion, pauseMs: number): void {
    this.stop()
    if (question.text.trim() === '') {
      this.#onState({ phase: 'idle' })
      return
    }
    this.#onState({ phase: 'searching' })
    this.#timer = setTimeout(() => void this.#run(question), pauseMs)
  }

  /** Ends whatever waits or runs, silently. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#running?.abort()
    this.#running = undefined
  }

  async #run(question: SearchQuestion): Promise<void> {
    const running = new AbortController()
    this.#running = running
    let first: readonly Found[] | undefined
    let isOver = false
    const say = (state: SearchState<Found>) => {
      if (!running.signal.aborted) this.#onState(state)
    }
    const onFirst = (found: readonly Found[]) => {
      if (isOver) return
      first = found
      say({ phase: 'found', found, isMore: true })
    }
    try {
      const asked = { ...question, text: question.text.trim() }
      const found = await this.#search(asked, running.signal, onFirst)
      isOver = true
      say({ phase: 'found', found })
    } catch {
      isOver = true
      // The reason is the same for the reader: no answer came, or no more.
      say(first ? { phase: 'found', found: first } : { phase: 'failed' })
    }
  }
}
