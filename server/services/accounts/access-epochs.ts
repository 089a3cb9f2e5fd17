import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { accessEpochOf } from '../../db/queries/accounts.ts'
import type { EventHub } from '../notifications/event-hub.ts'

/** Of so many users the epoch is known, those who were here last. */
const MOST_KNOWN = 100_000
/** Of an account that has ended: above every other. */
const ENDED = Number.POSITIVE_INFINITY

/**
 * The epochs of users: signed paths that were given to a user in an earlier one open nothing. They are known without
 * asking the database: from the sessions that calls look for anyway, and from what the processes announce to one another.
 */
export class AccessEpochs {
  readonly #db: Database
  readonly #known = new LRUCache<string, number>({ max: MOST_KNOWN })
  #lossesOfEvents = 0

  constructor(db: Database, hub: EventHub) {
    this.#db = db
    hub.onSessionsEnded(({ userId, epoch }) => this.#raise(userId, epoch ?? ENDED))
    hub.onMissed(() => {
      this.#lossesOfEvents += 1
      this.#known.clear()
    })
  }

  /** Reads something of the database that has an epoch in it, and remembers that. */
  async noting<Read>(
    read: () => Promise<Read>,
    epochIn: (found: Read) => { readonly id: string; readonly accessEpoch: number } | undefined,
  ): Promise<Read> {
    const losses = this.#lossesOfEvents
    const found = await read()
    const user = epochIn(found)
    // What was read before events were lost may be older than they were.
    if (user && losses === this.#lossesOfEvents) this.#raise(user.id, user.accessEpoch)
    return found
  }

  /** Of a user whose session was looked for a moment ago. */
  known(userId: string): number {
    return this.#known.get(userId) ?? 0
  }

  async of(userId: string): Promise<number> {
    const known = this.#known.get(userId)
    if (known !== undefined) return known
    const epoch = await this.noting(
      () => accessEpochOf(this.#db, userId),
      (accessEpoch) => (accessEpoch === undefined ? undefined : { id: userId, accessEpoch }),
    )
    return this.#known.get(userId) ?? epoch ?? ENDED
  }

  /** Epochs only grow: what arrives late is not taken for news. */
  #raise(userId: string, epoch: number): void {
    this.#known.set(userId, Math.max(epoch, this.known(userId)))
  }
}
