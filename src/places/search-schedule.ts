/** What a search box asks for. */
export interface SearchQuestion {
  readonly text: string
  readonly boundaries: boolean
}

export type SearchState<Found> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'searching' }
  | { readonly phase: 'found'; readonly found: readonly Found[] }
  | { readonly phase: 'failed' }

/** Pause after typing, and after the boundaries were switched, in milliseconds. */
export const TYPING_PAUSE_MS = 300
export const BOUNDARIES_PAUSE_MS = 100

/**
 * Turns keystrokes into searches: waits for a pause, ends the search before, tells of each state once. An answer to a
 * question that was changed meanwhile is never shown.
 */
export class SearchSchedule<Found> {
  readonly #search: (question: SearchQuestion, signal: AbortSignal) => Promise<readonly Found[]>
  readonly #onState: (state: SearchState<Found>) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: AbortController | undefined

  constructor(
    search: (question: SearchQuestion, signal: AbortSignal) => Promise<readonly Found[]>,
    onState: (state: SearchState<Found>) => void,
  ) {
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
    try {
      const found = await this.#search({ ...question, text: question.text.trim() }, running.signal)
      if (!running.signal.aborted) this.#onState({ phase: 'found', found })
    } catch {
      // The reason is the same for the reader: no answer came.
      if (!running.signal.aborted) this.#onState({ phase: 'failed' })
    }
  }
}
