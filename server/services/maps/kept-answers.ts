/** Answers that are costly to find and never change: the latest few, each found once however many ask at a time. */
export class KeptAnswers<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>()
  readonly #most: number

  /** @param most answers that are kept */
  constructor(most: number) {
    this.#most = most
  }

  /** The answer of that name; one that could not be found is looked for again the next time. */
  of(name: string, find: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(name)
    const answer = known ?? find()
    this.#answers.delete(name)
    this.#answers.set(name, answer)
    if (!known) {
      answer.catch(() => {
        if (this.#answers.get(name) === answer) this.#answers.delete(name)
      })
      const [oldest] = this.#answers.keys()
      if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest)
    }
    return answer
  }
}
