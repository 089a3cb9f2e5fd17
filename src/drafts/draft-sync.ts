import { sameContent } from './editor-document.ts'
import type { EditorDocument } from './editor-document.ts'

/** Work as it is kept: the points, and the overlay that they began from. */
export interface Work {
  readonly document: EditorDocument
  readonly baseVersion: number | null
}

/** A draft as the server keeps it. */
export interface ServerCopy extends Work {
  readonly version: number
  /** Milliseconds since 1970, by the server's clock. */
  readonly savedAt: number
}

/**
 * How the copy on the server stands: `none` = nothing to keep, `kept` = it is what is here, `waiting` = it follows
 * shortly, `away` = the server did not take it or did not answer, and is asked again, `refused` = the server does not take
 * it, `rival` = another draft was saved elsewhere and waits for a choice.
 */
export type SyncState = 'none' | 'kept' | 'waiting' | 'away' | 'refused' | 'rival'

/** Why the server did not do what it was asked: another draft is there, it will not, or nobody answered. */
export type SyncFault = 'conflict' | 'refused' | 'away'

export interface DraftSyncDeps {
  readonly load: () => Promise<ServerCopy | null>
  /** The new version. */
  readonly save: (work: Work, follows: number | null) => Promise<number>
  readonly remove: (version: number) => Promise<void>
  readonly faultOf: (error: unknown) => SyncFault
  readonly onState: (state: SyncState) => void
  /** Another draft was saved elsewhere; nothing is sent until `resume`. */
  readonly onRival: (rival: ServerCopy) => void
  /** A work lies on the server under this version. */
  readonly onKept: (work: Work, version: number) => void
}

export interface DraftSync {
  /** The version of the server's draft that the work here follows. */
  follow(version: number | null): void
  keep(work: Work): void
  /** There is no draft any more: what was published or taken back. */
  drop(): void
  /** After a choice: what is here takes the rival's place with its next change, or at once where it is still wanted. */
  resume(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** The connection is back. */
  retry(): void
  close(): void
}

/** Changes within this time go in one request. */
const GATHER_MS = 1_500
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60_000

/**
 * Lets the server's copy of a draft follow the one in this browser: one request at a time, the newest work wins, and
 * what was saved elsewhere meanwhile is never overwritten unasked.
 */
export function createDraftSync(deps: DraftSyncDeps): DraftSync {
  let version: number | null = null
  /** What the server is to hold: a work, nothing (null), or what it holds (undefined). */
  let wanted: Work | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isPaused = false
  let isClosed = false
  let pause = FIRST_RETRY_MS
  let isAway = false

  const plan = (delay: number) => {
    clearTimeout(timer)
    timer = isClosed || isPaused ? undefined : setTimeout(onTime, delay)
  }

  const onTime = () => {
    timer = undefined
    void run()
  }

  async function run(): Promise<void> {
    if (running || isClosed || isPaused || wanted === undefined) return
    running = send(wanted)
    await running
    running = undefined
    // What failed has planned its next try itself.
    if (wanted !== undefined && !isPaused && timer === undefined) plan(GATHER_MS)
  }

  async function send(sent: Work | null): Promise<void> {
    try {
      await (sent === null ? clear() : put(sent))
      pause = FIRST_RETRY_MS
      isAway = false
      if (wanted === sent) {
        wanted = undefined
        deps.onState(sent === null ? 'none' : 'kept')
      }
    } catch (error) {
      await recover(sent, deps.faultOf(error))
    }
  }

  async function put(work: Work): Promise<void> {
    version = await deps.save(work, version)
    if (!isClosed) deps.onKept(work, version)
  }

  async function clear(): Promise<void> {
    if (version !== null) await deps.remove(version)
    version = null
  }

  async function recover(sent: Work | null, fault: SyncFault): Promise<void> {
    if (fault === 'conflict') return lookAtRival(sent)
    if (fault === 'refused') return giveUp()
    retryLater()
  }

  function giveUp(): void {
    wanted = undefined
    deps.onState('refused')
  }

  function retryLater(): void {
    isAway = true
    if (wanted !== undefined) deps.onState('away')
    plan(pause)
    pause = Math.min(LONGEST_RETRY_MS, pause * 2)
  }

  /** Another version is there: a lost answer of our own, a deletion, or someone else's work. */
  async function lookAtRival(sent: Work | null): Promise<void> {
    let rival: ServerCopy | null
    try {
      rival = await deps.load()
    } catch (error) {
      return deps.faultOf(error) === 'refused' ? giveUp() : retryLater()
    }
    version = rival?.version ?? null
    if (rival === null || (sent !== null && sameContent(rival.document, sent.document))) return plan(0)
    if (sent === null) {
      // What was saved elsewhere is not ours to throw away.
      wanted = undefined
      return deps.onState('none')
    }
    isPaused = true
    deps.onState('rival')
    deps.onRival(rival)
  }

  return {
    follow: (known) => {
      version = known
    },
    keep: (work) => {
      wanted = work
      if (isPaused) return
      // Until it has answered, another change does not make it any nearer.
      deps.onState(isAway ? 'away' : 'waiting')
      plan(GATHER_MS)
    },
    drop: () => {
      if (version === null && wanted === undefined) return
      wanted = null
      plan(0)
    },
    resume: () => {
      isPaused = false
      if (wanted !== undefined) plan(0)
    },
    settled: async () => running,
    retry: () => {
      pause = FIRST_RETRY_MS
      if (wanted !== undefined) plan(0)
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
