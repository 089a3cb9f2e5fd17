import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { API_BASE, type ApiCall } from '../../contract/api/define-call.ts'
import { apiErrorSchema, type ApiErrorBody } from '../../contract/api/errors.ts'
import { MESSAGES } from '../../contract/api/messages.ts'
import {
  NOTIFICATION_STREAM_PATH,
  streamEventSchemas,
  type StreamEventName,
} from '../../contract/api/notifications.ts'

type PartOf<Call, Key extends string> =
  Call extends Record<Key, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

/** A call that has arrived, its parts parsed by the schemas of the contract. */
export interface Received<Call extends ApiCall = ApiCall> {
  readonly params: PartOf<Call, 'params'>
  readonly query: PartOf<Call, 'query'>
  readonly body: PartOf<Call, 'body'>
  /** The body before it was parsed. */
  readonly sentBody: unknown
  /** Of the session, without `Bearer`; null: none was sent. */
  readonly token: string | null
  /** By the clock of the page, in milliseconds since 1970. */
  readonly at: number
}

/** An answer that is not 200. `body` null: not one of our server's, as of a proxy. */
export class Refusal {
  readonly status: number
  readonly body: ApiErrorBody | null

  constructor(status: number, body: ApiErrorBody | null) {
    this.status = status
    this.body = body
  }
}

/** In place of an answer: the request does not arrive. */
export const UNREACHABLE = new Refusal(0, null)

type MessageKey = keyof typeof MESSAGES

/** A refusal in the words of the server. @param more what else it says: rate-limit data, the values that the text names */
export function refusal(status: number, messageKey: MessageKey, more: Partial<ApiErrorBody> = {}): Refusal {
  const text = MESSAGES[messageKey]
  return new Refusal(status, apiErrorSchema.parse({ message: text, error: text, messageKey, ...more }))
}

/** A refusal of the fields of a request, as the server words it. */
export function fieldsRefused(fields: Readonly<Record<string, MessageKey>>): Refusal {
  const texts = Object.entries(fields).map(([field, key]) => [field, MESSAGES[key]])
  return refusal(400, 'errors.validationFailed', { errors: Object.fromEntries(texts), errorKeys: fields })
}

/** An answer from which nothing can be learnt but its status. */
export const bareRefusal = (status: number): Refusal => new Refusal(status, null)

type ReplyTo<Call extends ApiCall> = z.input<Call['reply']>
type Answered<Call extends ApiCall> = ReplyTo<Call> | Refusal
export type Answer<Call extends ApiCall> =
  | Answered<Call>
  | ((received: Received<Call>) => Answered<Call> | Promise<Answered<Call>>)

interface NamedCall {
  readonly name: string
  readonly call: ApiCall
  readonly pattern: RegExp
}

function isCall(value: unknown): value is ApiCall {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  )
}

/** Every call of the contract; those with fewer parameters first, as the server routes them. */
const CALLS: readonly NamedCall[] = Object.values(
  import.meta.glob<Record<string, unknown>>(['../../contract/api/*.ts', '!**/*.test.ts'], { eager: true }),
)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, call]) => {
    if (!isCall(call)) return []
    const pattern = new RegExp(
      `^${call.path.replaceAll('.', '\\.').replace(/:([A-Za-z]+)/g, '(?<$1>[^/]+)')}$`,
    )
    return [{ name, call, pattern }]
  })
  .sort((one, other) => parameters(one.call.path) - parameters(other.call.path))

function parameters(path: string): number {
  return path.split(':').length
}

const keyOf = ({ method, path }: ApiCall): string => `${method} ${path}`

/**
 * A server made from the contract: a test says what each call is answered with, and every request and reply is parsed by
 * the call's own schemas. What breaks them, and what was not answered, is a fault that fails the test.
 */
export class FakeApi {
  /** False: no request arrives. */
  isReachable = true
  private readonly answers = new Map<string, Answer<ApiCall>>()
  private readonly received = new Map<string, Received[]>()
  private readonly holds = new Map<string, Promise<void>>()
  private readonly losing = new Set<string>()
  private readonly made: { readonly key: string; readonly at: number }[] = []
  private faults: string[] = []
  private pending = 0
  private texts: (language: string, namespace: string) => unknown

  /** @param texts of the interface, by language and namespace */
  constructor(texts: (language: string, namespace: string) => unknown) {
    this.texts = texts
  }

  /** Says what a call is answered with from now on. */
  answer<const Call extends ApiCall>(call: Call, answer: Answer<Call>): void {
    this.answers.set(keyOf(call), answer as Answer<ApiCall>)
  }

  /** Keeps requests of a call waiting until the returned function is called. */
  hold(call: ApiCall): () => void {
    let release: () => void = () => undefined
    this.holds.set(keyOf(call), new Promise((resolve) => (release = resolve)))
    return () => {
      this.holds.delete(keyOf(call))
      release()
    }
  }

  /** Lets requests of a call arrive and loses what they are answered with, until the returned function is called. */
  loseAnswers(call: ApiCall): () => void {
    this.losing.add(keyOf(call))
    return () => void this.losing.delete(keyOf(call))
  }

  /** The requests of a call that have arrived. */
  sent<const Call extends ApiCall>(call: Call): Received<Call>[] {
    return (this.received.get(keyOf(call)) ?? []) as Received<Call>[]
  }

  /** When a call was made, whether or not it arrived. */
  attempts(call: ApiCall): { readonly at: number }[] {
    return this.made.filter(({ key }) => key === keyOf(call))
  }

  /** What was wrong since the last look. */
  takeFaults(): string[] {
    const taken = this.faults
    this.faults = []
    return taken
  }

  /** Sends an event of the live stream to every page that listens. */
  send<Name extends StreamEventName>(name: Name, event: z.input<(typeof streamEventSchemas)[Name]>): void {
    const data = JSON.stringify(streamEventSchemas[name].parse(event))
    for (const stream of FakeStream.open) stream.dispatchEvent(new MessageEvent(name, { data }))
  }

  /** How many pages listen to the live stream. */
  get listeners(): number {
    return FakeStream.open.size
  }

  /** Waits until no request is under way, but those on hold, and the page has drawn what came of them. */
  async idle(): Promise<void> {
    for (let calmTurns = 0; calmTurns < 5;) {
      await nextTurn()
      calmTurns = this.pending === 0 ? calmTurns + 1 : 0
    }
  }

  /** In place of `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin)
    const signal = init.signal ?? undefined
    signal?.throwIfAborted()
    this.pending += 1
    const called = this.find(init.method ?? 'GET', url.pathname)
    if (called) this.made.push({ key: keyOf(called.call), at: Date.now() })
    try {
      await nextTurn()
      signal?.throwIfAborted()
      if (!this.isReachable) throw new TypeError('Failed to fetch')
      return await this.respond(url, init)
    } finally {
      this.pending -= 1
    }
  }

  private async respond(url: URL, init: RequestInit): Promise<Response> {
    const text = /^\/locales\/(\w+)\/([\w-]+)\.json$/.exec(url.pathname)
    if (text) return Response.json(this.texts(text[1]!, text[2]!))
    const method = init.method ?? 'GET'
    const found = this.find(method, url.pathname)
    if (!found) return this.fail(`${method} ${url.pathname} is no call of the contract`)
    const { name, call, params } = found
    const authorization = new Headers(init.headers).get('authorization')
    const sentBody: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const parts = {
      params: call.params?.safeParse(params),
      query: call.query?.safeParse(Object.fromEntries(url.searchParams)),
      body: call.body?.safeParse(sentBody),
    }
    const received: Received = {
      params: parts.params?.data as undefined,
      query: parts.query?.data as undefined,
      body: parts.body?.data as undefined,
      sentBody,
      token: authorization?.replace(/^Bearer /, '') ?? null,
      at: Date.now(),
    }
    const key = keyOf(call)
    this.received.set(key, [...(this.received.get(key) ?? []), received])
    await this.waitForHold(key, init.signal ?? undefined)
    if (!this.isReachable) throw new TypeError('Failed to fetch')
    const answer = this.answers.get(key)
    if (answer === undefined) return this.fail(`${name} (${key}) has no answer`)
    const wrong = Object.values(parts).find((part) => part?.success === false)
    // What the client does not check itself may break the schema: the server then refuses it.
    if (wrong?.error && !(answer instanceof Refusal && answer.status === 400))
      return this.fail(`${name} was sent what its schema refuses: ${wrong.error.message}`)
    const answered = typeof answer === 'function' ? await answer(received) : answer
    init.signal?.throwIfAborted()
    if (this.losing.has(key)) throw new TypeError('Failed to fetch')
    if (answered === UNREACHABLE) throw new TypeError('Failed to fetch')
    if (answered instanceof Refusal)
      return new Response(answered.body ? JSON.stringify(answered.body) : '', { status: answered.status })
    const reply = call.reply.safeParse(answered)
    if (!reply.success) return this.fail(`the reply to ${name} breaks its schema: ${reply.error.message}`)
    return Response.json(reply.data)
  }

  private async waitForHold(key: string, signal: AbortSignal | undefined): Promise<void> {
    const held = this.holds.get(key)
    if (!held) return
    this.pending -= 1
    try {
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        void held.then(resolve)
      })
    } finally {
      this.pending += 1
    }
  }

  private find(method: string, pathname: string) {
    if (!pathname.startsWith(API_BASE)) return undefined
    const path = pathname.slice(API_BASE.length)
    for (const { name, call, pattern } of CALLS) {
      const match = call.method === method ? pattern.exec(path) : null
      if (!match) continue
      const params = Object.entries(match.groups ?? {}).map(([key, value]) => [
        key,
        decodeURIComponent(value),
      ])
      return { name, call, params: Object.fromEntries(params) as Record<string, string> }
    }
    return undefined
  }

  private fail(fault: string): Response {
    this.faults.push(fault)
    return new Response('', { status: 501 })
  }
}

/** In place of `EventSource`: opens at once, and stays open. */
export class FakeStream extends EventTarget {
  static readonly open = new Set<FakeStream>()

  constructor(url: string) {
    super()
    const { pathname } = new URL(url, location.origin)
    if (pathname !== API_BASE + NOTIFICATION_STREAM_PATH) throw new Error(`unexpected stream: ${url}`)
    FakeStream.open.add(this)
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }

  close(): void {
    FakeStream.open.delete(this)
  }
}
