import type { User } from '../../contract/api/auth.ts'

export type SessionState =
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'authenticated'; readonly user: User }
  | { readonly status: 'anonymous'; readonly user: null }

export interface SessionDoors {
  readonly readToken: () => string | null
  readonly removeToken: () => void
  /** The user of the stored token. Rejects when the token is not valid (`isRefusal`) or nobody answers. */
  readonly validate: (signal: AbortSignal) => Promise<User>
  /** Whether a rejection of `validate` means that the token is worthless. */
  readonly isRefusal: (error: unknown) => boolean
}

const LOADING: SessionState = { status: 'loading', user: null }
const ANONYMOUS: SessionState = { status: 'anonymous', user: null }

/** How long to wait before asking again when the server did not answer, in milliseconds. */
const RETRY_MS = 5_000

/**
 * Who is signed in. `check` validates the stored token; a refusal removes it silently. While the server is away the
 * session stays as it was: unsaved work must not be thrown out by a restart.
 */
export class SessionStore {
  private current: SessionState
  private running: AbortController | null = null
  private checkedToken: string | null = null
  private readonly listeners = new Set<() => void>()
  private readonly doors: SessionDoors

  constructor(doors: SessionDoors) {
    this.doors = doors
    this.current = doors.readToken() === null ? ANONYMOUS : LOADING
  }

  readonly state = (): SessionState => this.current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Validates the stored token unless it is the one already known to be good. */
  readonly check = async (): Promise<void> => {
    const token = this.doors.readToken()
    if (token !== null && token === this.checkedToken) return
    this.running?.abort()
    this.checkedToken = null
    if (token === null) return this.become(ANONYMOUS)
    const running = new AbortController()
    this.running = running
    if (this.current.status === 'anonymous') this.become(LOADING)
    try {
      const user = await this.doors.validate(running.signal)
      if (running.signal.aborted) return
      this.checkedToken = token
      this.become({ status: 'authenticated', user })
    } catch (error) {
      if (running.signal.aborted) return
      if (!this.doors.isRefusal(error)) return this.retryLater(running.signal)
      this.become(ANONYMOUS)
      if (this.doors.readToken() === token) this.doors.removeToken()
    }
  }

  /** Takes over a user that a call has just answered with: after login, or a changed profile. */
  readonly accept = (user: User): void => {
    this.checkedToken = this.doors.readToken()
    this.become({ status: 'authenticated', user })
  }

  private retryLater(signal: AbortSignal): void {
    setTimeout(() => {
      if (!signal.aborted) void this.check()
    }, RETRY_MS)
  }

  private become(next: SessionState): void {
    this.current = next
    for (const listener of this.listeners) listener()
  }
}
