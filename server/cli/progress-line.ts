/** Where progress is shown: the part of a terminal stream that is needed. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const BAR_WIDTH = 24
const NARROWEST_NAME = 8
/** Of a terminal that does not tell its own: none, or 0. */
const USUAL_WIDTH = 80

/**
 * One line that is drawn over itself on a terminal: a bar, the percentage, what is being done and the time left. On
 * anything else (a log, a pipe) only a line for each step is written.
 */
export class ProgressLine {
  readonly #stream: ProgressStream
  readonly #now: () => number
  #step = ''
  #startedAt = 0
  #shown = ''

  constructor(stream: ProgressStream, now: () => number = Date.now) {
    this.#stream = stream
    this.#now = now
  }

  /** Begins a step such as "converting scan.jpg"; its percentages start at 0. */
  begin(step: string): void {
    this.#step = step
    this.#startedAt = this.#now()
    if (this.#stream.isTTY) this.show(0)
    else this.#stream.write(`${step}\n`)
  }

  /** @param percent 0–100 */
  show(percent: number): void {
    if (!this.#stream.isTTY) return
    const line = this.#line(Math.min(100, Math.max(0, percent)))
    if (line === this.#shown) return
    this.#stream.write(`\r\u001B[2K${line}`)
    this.#shown = line
  }

  /** Takes the line away, so that other text can be written. */
  clear(): void {
    if (this.#shown !== '') this.#stream.write('\r\u001B[2K')
    this.#shown = ''
  }

  #line(percent: number): string {
    const filled = Math.round((percent / 100) * BAR_WIDTH)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
    const figures = `${bar} ${String(Math.floor(percent)).padStart(3)} % ${this.#timeLeft(percent)}`
    const room = Math.max(NARROWEST_NAME, (this.#stream.columns || USUAL_WIDTH) - figures.length - 2)
    const step = this.#step.length > room ? `…${this.#step.slice(1 - room)}` : this.#step
    return `${figures} ${step}`
  }

  /** `0:12 left`, blank while too little is done to tell. */
  #timeLeft(percent: number): string {
    const elapsed = this.#now() - this.#startedAt
    if (percent < 3 || elapsed < 1000) return ' '.repeat(10)
    const seconds = Math.round(((elapsed / percent) * (100 - percent)) / 1000)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return `${time} left`.padStart(10)
  }
}
