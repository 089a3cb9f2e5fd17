/** From so many maps on an answer is kept: below, finding takes no time, and every change shows at once. */
const KEPT_FROM = 2_000
const KEPT_MS = 5_000

/** Answers about many maps, each found once however many ask at a time, and good for some seconds. */
export class KeptBriefly<Answer> {
  readonly #kept = new Map<string, { until: number; readonly answer: Promise<Answer> }>()
  readonly #mapsOf: (answer: Answer) => number
  readonly #most: number

  /**
   * @param mapsOf how many maps an answer is about
   * @param most how many answers are kept
   */
  constructor(mapsOf: (answer: Answer) => number, most: number) {
    this.#mapsOf = mapsOf
    this.#most = most
  }

  of(name: string, find: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(name)
    if (known && known.until > Date.now()) return known.answer
    const entry = { until: Infinity, answer: find() }
    this.#kept.delete(name)
    this.#kept.set(name, entry)
    const forget = () => {
      if (this.#kept.get(name) === entry) this.#kept.delete(name)
    }
    entry.answer.then((answer) => {
      if (this.#mapsOf(answer) >= KEPT_FROM) entry.until = Date.now() + KEPT_MS
      else forget()
    }, forget)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
    return entry.answer
  }
}
