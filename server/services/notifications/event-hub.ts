import { EventEmitter } from 'node:events'
import type { Notification, StreamEvent } from '../../../contract/api/notifications.ts'
import type { EndedSessions } from '../accounts/announce-ended-sessions.ts'

/** PostgreSQL's channel over which the processes of an instance announce to one another what happened. */
export const EVENT_CHANNEL = 'palimpsest_events'

/** What happened, small enough for PostgreSQL's NOTIFY. */
export type InstanceEvent =
  | { readonly kind: 'job'; readonly userIds: readonly string[]; readonly job: StreamEvent<'job'> }
  | {
      readonly kind: 'catalog'
      readonly userIds: readonly string[]
      readonly catalog: StreamEvent<'catalog'>
    }
  | { readonly kind: 'map'; readonly userIds: readonly string[]; readonly map: StreamEvent<'map'> }
  | { readonly kind: 'publicMap'; readonly userIds: null; readonly publicMap: StreamEvent<'publicMap'> }
  /** `userIds` null: of every user. */
  | {
      readonly kind: 'discussion'
      readonly userIds: readonly string[] | null
      readonly discussion: StreamEvent<'discussion'>
    }
  | { readonly kind: 'transformEnded'; readonly transformId: string }
  | { readonly kind: 'notification'; readonly userId: string; readonly notification: Notification }
  | { readonly kind: 'unreadCount'; readonly userId: string; readonly unreadCount: number }
  | ({ readonly kind: 'sessionsEnded' } & EndedSessions)
  | { readonly kind: 'uploadWanted'; readonly uploadId: string }

/** Passes events of all processes on within this one. */
export class EventHub {
  readonly #events = new EventEmitter().setMaxListeners(0)

  publish(event: InstanceEvent): void {
    if (event.kind === 'transformEnded') this.#events.emit(`transform ${event.transformId}`)
    else if (event.kind === 'uploadWanted') this.#events.emit('upload wanted', event.uploadId)
    else if (event.kind === 'sessionsEnded') {
      this.#events.emit('sessions ended', event)
      this.#events.emit(`user ${event.userId}`, event)
    } else if ('userIds' in event) this.#publishTo(event.userIds, event)
    else this.#events.emit(`user ${event.userId}`, event)
  }

  #publishTo(userIds: readonly string[] | null, event: InstanceEvent): void {
    if (userIds === null) this.#events.emit('every user', event)
    else for (const userId of userIds) this.#events.emit(`user ${userId}`, event)
  }

  /** Events were lost while the connection was: whoever waits looks for itself. */
  missedEvents(): void {
    this.#events.emit('missed')
  }

  /** Calls back for the events of one user and for those of every user. Returns how to stop. */
  onUser(userId: string, handler: (event: InstanceEvent) => void): () => void {
    const names = [`user ${userId}`, 'every user']
    for (const name of names) this.#events.on(name, handler)
    return () => names.forEach((name) => this.#events.off(name, handler))
  }

  /** How many listen to the events of one user in this process. */
  listenersOf(userId: string): number {
    return this.#events.listenerCount(`user ${userId}`)
  }

  /** Calls back when a request for an upload waits for whoever holds it. */
  onUploadWanted(handler: (uploadId: string) => void): void {
    this.#events.on('upload wanted', handler)
  }

  /** Calls back when sessions of any user have ended. */
  onSessionsEnded(handler: (ended: EndedSessions) => void): void {
    this.#events.on('sessions ended', handler)
  }

  onMissed(handler: () => void): () => void {
    this.#events.on('missed', handler)
    return () => this.#events.off('missed', handler)
  }

  /** Calls back when a transform may have ended: it did, or events were lost. Returns how to stop. */
  onTransformEnded(transformId: string, handler: () => void): () => void {
    this.#events.on(`transform ${transformId}`, handler)
    this.#events.on('missed', handler)
    return () => {
      this.#events.off(`transform ${transformId}`, handler)
      this.#events.off('missed', handler)
    }
  }
}
