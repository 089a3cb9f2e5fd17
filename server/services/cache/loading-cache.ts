interface Kept<Answer> {
  readonly answer: Promise<Answer>
  /** 0 until it is found. */
  size: number
}

/** Answers that are costly to find and never change: the latest few, each found once however many ask at a time. */
export class KeptAnswers<Answer> {
  readonly #answers = new Map<string, Kept<Answer>>()
  readonly #most: number
  readonly #sizeOf: (answer: Answer) => number
  #size = 0

  /**
   * @param most the sizes of all that is kept, together
   * @param sizeOf how large an answer is; absent: each is 1, so that `most` is their number
   */
  constructor(most: number, sizeOf: (answer: Answer) => number = () => 1) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /** The answer of that name; one that could not be found is looked for again the next time. */
  of(name: string, find: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(name)
    if (known) {
      this.#answers.delete(name)
      this.#answers.set(name, known)
      return known.answer
    }
    const kept: Kept<Answer> = { answer: find(), size: 0 }
    this.#answers.set(name, kept)
    kept.answer.then(
      (answer) => {
        if (this.#answers.get(name) !== kept) return
        kept.size = this.#sizeOf(answer)
        this.#size += kept.size
        this.#makeRoom()
      },
      () => {
        if (this.#answers.get(name) === kept) this.#answers.delete(name)
      },
    )
    return kept.answer
  }

  /** Lets go of those that nobody has asked for the longest; what is being found stays, so that it is found once. */
  #makeRoom(): void {
    for (const [name, { size }] of this.#answers) {
      if (this.#size <= this.#most) return
      if (size === 0) continue
      this.#answers.delete(name)
      this.#size -= size
    }
  }
}
