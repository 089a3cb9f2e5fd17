import type { z } from 'zod'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Every path of a call is relative to this base. */
export const API_BASE = '/api'

/**
 * One call of the API: what goes in, what comes out. The server builds its route and the OpenAPI document from it,
 * the client its typed request.
 */
export interface ApiCall {
  readonly method: HttpMethod
  /** Below `/api`; parameters are written `:name`. */
  readonly path: `/${string}`
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** `required`: 401 without a valid session; `optional`: a session widens what is visible; `none`: not looked at. */
  readonly session: 'required' | 'optional' | 'none'
  /**
   * Which token of a program may make the call, where one needs a session: one that may `read`, one that may `write`, or
   * `never` any, only a person who has signed in. Default: `read` for GET, `write` for the others.
   */
  readonly tokens?: 'read' | 'write' | 'never'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** JSON body; absent: the call has none. */
  readonly body?: z.ZodType
  /** Body of the 200 reply. */
  readonly reply: z.ZodType
  /** Media type of the 200 reply. Default `application/json`. */
  readonly replyType?: 'application/octet-stream' | 'application/vnd.mapbox-vector-tile'
  /** `multipart`: `body` describes the text fields of a form that also carries a file. Default `json`. */
  readonly encoding?: 'json' | 'multipart'
  /** The body may hold thousands of points or ids: 4 MiB, where others are refused from 256 KiB on. */
  readonly hasLargeBody?: true
  /** Refusals besides 400 (malformed), 401 (where a session is needed), 429, 500 and 503. */
  readonly refusals?: readonly (401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 507)[]
}

/** Declares a call, keeping its literal types. */
export function defineCall<const Call extends ApiCall>(call: Call): Call {
  return call
}

/** Which token of a program may make a call. */
export const tokensOf = ({ tokens, method }: Pick<ApiCall, 'tokens' | 'method'>) =>
  tokens ?? (method === 'GET' ? 'read' : 'write')

type InputOf<Call, Key extends string> =
  Call extends Record<Key, infer Schema extends z.ZodType> ? z.input<Schema> : undefined

export type BodyOf<Call extends ApiCall> = InputOf<Call, 'body'>
export type ReplyOf<Call extends ApiCall> = z.output<Call['reply']>

/** What a caller hands over for a call: just the parts that the call has. */
export type CallInput<Call extends ApiCall> = {
  [
    Part in 'params' | 'query' | 'body' as Call extends Record<Part, z.ZodType>
      ? object extends InputOf<Call, Part>
        ? never
        : Part
      : never
  ]: InputOf<Call, Part>
} & {
  [
    Part in 'params' | 'query' | 'body' as Call extends Record<Part, z.ZodType>
      ? object extends InputOf<Call, Part>
        ? Part
        : never
      : never
  ]?: InputOf<Call, Part>
}

type QueryValue = string | number | boolean | undefined | null

/**
 * Path of a call below `/api`, parameters filled in and percent-encoded, the query appended; empty and absent query
 * values are left out. The caller puts `API_BASE` or another origin before it.
 *
 * @throws Error when a parameter of the path is missing.
 */
export function callPath(
  call: Pick<ApiCall, 'method' | 'path'>,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.method} ${call.path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
