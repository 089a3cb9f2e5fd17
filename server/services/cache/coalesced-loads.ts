/**
 * Answers that may not be older than their question. Whoever asks while one is being found waits for the next, which all
 * who wait share: however many ask, two are found one after the other and never more at a time.
 */
export class NextAnswers<Answer> {
  readonly #running = new Map<unknown, Promise<Answer>>()
  readonly #waiting = new Map<unknown, Promise<Answer>>()

  /** @param name of the question; two that are the same have the same answer at one moment */
  of(name: unknown, find: () => Promise<Answer>): Promise<Answer> {
    const waiting = this.#waiting.get(name)
    if (waiting) return waiting
    const running = this.#running.get(name)
    if (!running) return this.#begin(name, find)
    const next = running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        this.#waiting.delete(name)
        return this.#begin(name, find)
      })
    this.#waiting.set(name, next)
    return next
  }

  #begin(name: unknown, find: () => Promise<Answer>): Promise<Answer> {
    const answer = find()
    this.#running.set(name, answer)
    const end = () => {
      if (this.#running.get(name) === answer) this.#running.delete(name)
    }
    answer.then(end, end)
    return answer
  }
}
