import { Refusal } from '../refusal.ts'

/** How much runs and waits. */
export interface QueueLimits {
  /** Pieces of work that run at a time. */
  readonly atOnce: number
  /** Of these at most so many of one user. Default: all. */
  readonly mostOfOne: number
  /** Work of one user that may wait; what comes beyond it is refused. */
  readonly mostWaiting: number
}

const ONE_BY_ONE: QueueLimits = { atOnce: 1, mostOfOne: Number.POSITIVE_INFINITY, mostWaiting: 4 }
const TRY_AGAIN_SECONDS = 10

const away = () => new Refusal(503, 'errors.unavailable', { retryAfterSeconds: 2 })

interface Waiting {
  readonly begin: () => void
}

/**
 * Runs one piece of work after another in this process, or a few at a time, the users taking turns: who asks for much
 * waits for himself, others do not wait for him.
 */
export class FairQueue {
  /** Users in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #limits: QueueLimits
  #running = 0
  /** How much of each user runs. */
  readonly #runningOf = new Map<string, number>()

  constructor(limits: Partial<QueueLimits> = {}) {
    this.#limits = { ...ONE_BY_ONE, ...limits }
  }

  /**
   * @param signal its abort ends the waiting
   * @throws Refusal 429 where too much of the user waits already, 503 at the signal; and what the work throws
   */
  async run<Result>(userId: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    // Whose turn comes was counted by what has ended.
    if (this.#running >= this.#limits.atOnce || this.#hasMost(userId)) await this.#turn(userId, signal)
    else this.#count(userId, 1)
    try {
      return await work()
    } finally {
      this.#count(userId, -1)
      this.#next()
    }
  }

  #hasMost(userId: string): boolean {
    return (this.#runningOf.get(userId) ?? 0) >= this.#limits.mostOfOne
  }

  #count(userId: string, change: 1 | -1): void {
    this.#running += change
    const ofUser = (this.#runningOf.get(userId) ?? 0) + change
    if (ofUser > 0) this.#runningOf.set(userId, ofUser)
    else this.#runningOf.delete(userId)
  }

  async #turn(userId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw away()
    const own = this.#waiting.get(userId) ?? []
    if (own.length >= this.#limits.mostWaiting)
      throw new Refusal(429, 'errors.tooManyRequests', {
        details: { seconds: TRY_AGAIN_SECONDS },
        retryAfterSeconds: TRY_AGAIN_SECONDS,
      })
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        own.splice(own.indexOf(waiting), 1)
        reject(away())
      }
      const waiting = {
        begin: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      own.push(waiting)
      this.#waiting.set(userId, own)
    })
  }

  /** The oldest work of the next user who may have more begins; the user goes to the end of the queue. */
  #next(): void {
    for (const [userId, own] of this.#waiting) {
      if (own.length > 0 && this.#hasMost(userId)) continue
      this.#waiting.delete(userId)
      const first = own.shift()
      if (!first) continue
      if (own.length > 0) this.#waiting.set(userId, own)
      this.#count(userId, 1)
      first.begin()
      return
    }
  }
}
