import type { User } from '../../contract/api/session.ts'
import { valueStore, type ValueStore } from '../ui/value-store.ts'

export type SessionState =
  /** Not known yet; `hasFailed`: the server was asked and did not say. */
  | { readonly status: 'loading'; readonly user: null; readonly hasFailed?: boolean }
  /** Nobody has answered yet: this device remembers whose token it is. What it keeps can be shown to them. */
  | { readonly status: 'unverified'; readonly user: User; readonly hasFailed: boolean }
  | { readonly status: 'authenticated'; readonly user: User }
  | { readonly status: 'anonymous'; readonly user: null }
  /** The session ended under open work of `user`: the page stays, and signing in is offered over it. */
  | { readonly status: 'ended'; readonly user: User }
  /** As `ended`, and `other` has signed in meanwhile. */
  | { readonly status: 'replaced'; readonly user: User; readonly other: User }

export interface SessionDeps {
  readonly readToken: () => string | null
  readonly removeToken: () => void
  /** The user that was last known to hold this token. */
  readonly remembered: (token: string) => User | null
  readonly remember: (token: string, user: User) => void
  readonly forget: () => void
  /** The user of the stored token. Rejects when the token is not valid (`isRefusal`) or nobody answers. */
  readonly validate: (signal: AbortSignal) => Promise<User>
  /** Whether a rejection of `validate` means that the token is worthless. */
  readonly isRefusal: (error: unknown) => boolean
  /** Whether work stands open that must not be thrown away. */
  readonly hasUnsavedWork: () => boolean
  /** Removes what this device has of the user and the server has too. */
  readonly freeDevice: () => void
}

const LOADING: SessionState = { status: 'loading', user: null }
const UNANSWERED: SessionState = { status: 'loading', user: null, hasFailed: true }
const ANONYMOUS: SessionState = { status: 'anonymous', user: null }

/** How long to wait before asking again when the server did not answer, in milliseconds. */
const RETRY_MS = 5_000
/** A remembered user waits no longer for the answer of a poor line, in milliseconds. */
const PATIENCE_MS = 4_000

/**
 * Who is signed in. `check` validates the stored token; a refusal removes it silently. While the server is away the
 * session stays as it was: unsaved work must not be thrown out by a restart. On a page that opens without it, the user
 * that is remembered stands in. Where it ends under open work, its user stays until they are back or leave.
 */
export class SessionStore {
  readonly shown: ValueStore<SessionState>
  private running: AbortController | null = null
  private checkedToken: string | null = null
  private readonly deps: SessionDeps

  constructor(deps: SessionDeps) {
    this.deps = deps
    this.shown = valueStore<SessionState>(deps.readToken() === null ? ANONYMOUS : LOADING)
  }

  readonly state = (): SessionState => this.shown.get()

  /** Validates the stored token unless it is the one already known to be good. */
  readonly check = async (): Promise<void> => {
    const token = this.deps.readToken()
    if (token !== null && token === this.checkedToken) return
    this.running?.abort()
    this.checkedToken = null
    const holder = this.holder()
    const isAskedAgain = this.state().status === 'unverified'
    const wasOpen = this.state().status !== 'anonymous'
    if (token === null || (holder && !isAskedAgain)) this.end(holder)
    if (token === null) {
      // A call has found it refused, or another tab signed out. Who has open work may be back: theirs goes once they leave.
      if (wasOpen && !holder) this.deps.freeDevice()
      return
    }
    const running = new AbortController()
    this.running = running
    if (this.state().status === 'anonymous') this.become(LOADING)
    const waiting = setTimeout(() => this.standIn(token, false), PATIENCE_MS)
    running.signal.addEventListener('abort', () => clearTimeout(waiting))
    try {
      const user = await this.deps.validate(running.signal)
      if (running.signal.aborted) return
      if (holder && holder.id !== user.id)
        return this.become({ status: 'replaced', user: holder, other: user })
      this.checkedToken = token
      this.deps.remember(token, user)
      this.become({ status: 'authenticated', user })
    } catch (error) {
      if (running.signal.aborted) return
      if (!this.deps.isRefusal(error)) {
        this.standIn(token, true)
        return this.retryLater(running.signal)
      }
      this.end(holder)
      if (this.deps.readToken() === token) this.deps.removeToken()
    } finally {
      clearTimeout(waiting)
    }
  }

  /** Takes over a user that a call has just answered with: after login, or a changed profile. */
  readonly accept = (user: User): void => {
    this.checkedToken = this.deps.readToken()
    if (this.checkedToken !== null) this.deps.remember(this.checkedToken, user)
    const former = this.state().user
    if (former && former.id !== user.id) this.deps.freeDevice()
    this.become({ status: 'authenticated', user })
  }

  /** Ends the session with whatever stands open. */
  readonly leave = (): void => {
    this.running?.abort()
    this.checkedToken = null
    this.deps.freeDevice()
    this.become(ANONYMOUS)
  }

  /** Whose open work outlives the session; null where there is none. */
  readonly holder = (): User | null => {
    const { status, user } = this.state()
    return status === 'ended' || status === 'replaced' || this.deps.hasUnsavedWork() ? user : null
  }

  /** What is known while there is no answer: the user that is remembered, or nothing. */
  private standIn(token: string, hasFailed: boolean): void {
    if (this.state().status !== 'loading' && this.state().status !== 'unverified') return
    const user = this.deps.remembered(token)
    if (user) this.become({ status: 'unverified', user, hasFailed })
    else if (hasFailed) this.become(UNANSWERED)
  }

  private end(holder: User | null): void {
    this.become(holder ? { status: 'ended', user: holder } : ANONYMOUS)
  }

  private retryLater(signal: AbortSignal): void {
    setTimeout(() => {
      if (!signal.aborted) void this.check()
    }, RETRY_MS)
  }

  private become(next: SessionState): void {
    if (next.status === 'anonymous' || next.status === 'ended') this.deps.forget()
    this.shown.set(next)
  }
}
